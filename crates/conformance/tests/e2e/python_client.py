"""Drives a server with the official MCP client, in one mode, over one transport.

python_client.py MODE http URL
python_client.py MODE stdio PROGRAM ARGUMENT...

The server is scenewright-conformance on the Unity sample with --allow-writes. Exits with 0 if every check passes.
"""

import asyncio
import sys
import warnings

import mcp_types as types
from mcp import Client, StdioServerParameters

WATCHED = "test://watched-resource"
SCENE = "Assets/Scenes/Menu.unity"
PATIENCE = 50


def target():
    kind, *rest = sys.argv[2:]
    if kind == "http":
        return rest[0]
    return StdioServerParameters(command=rest[0], args=rest[1:])


def text(result):
    return "\n".join(block.text for block in result.content if block.type == "text")


async def every(page, key):
    """All pages of a list."""
    found, cursor = [], None
    while True:
        result = await page(cursor=cursor)
        found += getattr(result, key)
        cursor = result.next_cursor
        if cursor is None:
            return found


async def lists_and_calls(client):
    tools = {tool.name: tool for tool in await every(client.list_tools, "tools")}
    assert {"project_info", "scene_hierarchy_dump", "test_destructive"} <= tools.keys(), tools.keys()
    info = await client.call_tool("project_info", {})
    assert not info.is_error, info
    assert info.structured_content["projectName"] == "Harbour Lights", info.structured_content
    dump = await client.call_tool("scene_hierarchy_dump", {"scenePath": SCENE})
    assert not dump.is_error and "Main Camera" in text(dump), dump
    wrong = await client.call_tool("scene_hierarchy_dump", {"scenePath": 7})
    assert wrong.is_error and "scenePath" in text(wrong), wrong


async def progress(client):
    for tool, least in [("project_references_missing", 0), ("test_tool_with_progress", 3)]:
        heard = []

        async def callback(value, total, message):
            heard.append(value)

        result = await client.call_tool(tool, {}, progress_callback=callback)
        assert not result.is_error, result
        assert len(heard) >= least, (tool, heard)
        assert all(a < b for a, b in zip(heard, heard[1:])), (tool, heard)


async def resources_and_prompts(client):
    resources = [resource.uri for resource in await every(client.list_resources, "resources")]
    own = [uri for uri in resources if not uri.startswith("test://")]
    assert own, resources
    read = await client.read_resource(own[0])
    assert read.contents, read
    templates = await every(client.list_resource_templates, "resource_templates")
    assert any(not template.uri_template.startswith("test://") for template in templates), templates
    fixture = await client.read_resource("test://template/7/data")
    assert '"id":"7"' in fixture.contents[0].text, fixture

    prompts = [prompt.name for prompt in await every(client.list_prompts, "prompts")]
    assert any(not name.startswith("test_") for name in prompts), prompts
    given = await client.get_prompt("test_prompt_with_arguments", {"arg1": "a", "arg2": "b"})
    assert "arg1='a', arg2='b'" in given.messages[0].content.text, given


async def completion(client):
    template = types.ResourceTemplateReference(type="ref/resource", uri="test://template/{id}/data")
    prompt = types.PromptReference(type="ref/prompt", name="test_prompt_with_arguments")
    cases = [
        (template, {"name": "id", "value": "1"}, ["123"]),
        (prompt, {"name": "arg1", "value": "par"}, ["paris", "park", "party"]),
    ]
    for ref, argument, expected in cases:
        result = await client.complete(ref, argument)
        assert result.completion.values == expected, result


async def notices(client, updates):
    if client.protocol_version >= "2026-07-28":
        async with client.listen(resource_subscriptions=[WATCHED], tools_list_changed=True) as stream:
            await client.call_tool("test_trigger_resource_update", {"uri": WATCHED})
            await client.call_tool("test_trigger_tool_change", {})
            heard = set()
            async for event in stream:
                heard.add(type(event).__name__)
                if len(heard) == 2:
                    break
            assert heard == {"ResourceUpdated", "ToolsListChanged"}, heard
        return
    await client.subscribe_resource(WATCHED)
    await client.call_tool("test_trigger_resource_update", {"uri": WATCHED})
    assert await updates.get() == WATCHED
    await client.unsubscribe_resource(WATCHED)


def filled(schema):
    """What a user would enter who agrees."""
    values = {"boolean": True, "string": "yes", "number": 1, "integer": 1}
    return {name: values[field["type"]] for name, field in schema.get("properties", {}).items()}


async def confirmation(mode):
    """Accepted, declined, and without a dialog, where an argument confirms."""
    asked = []

    def answering(action):
        async def callback(context, params):
            asked.append(params.message)
            content = filled(params.requested_schema) if action == "accept" else None
            return types.ElicitResult(action=action, content=content)

        return callback

    cases = [
        (answering("accept"), {}, False),
        (answering("decline"), {}, True),
        (None, {}, True),
        (None, {"confirm": True}, False),
    ]
    for callback, arguments, refused in cases:
        async with Client(target(), mode=mode, elicitation_callback=callback) as client:
            result = await client.call_tool("test_destructive", arguments)
            assert result.is_error == refused, (callback, arguments, result)
    assert len(asked) == 2, asked


async def main():
    mode = sys.argv[1]
    updates = asyncio.Queue()

    async def on_message(message):
        if isinstance(message, types.ResourceUpdatedNotification):
            updates.put_nowait(message.params.uri)

    async with Client(target(), mode=mode, message_handler=on_message) as client:
        modern = client.protocol_version >= "2026-07-28"
        assert modern == (mode != "legacy"), client.protocol_version
        await lists_and_calls(client)
        await progress(client)
        await resources_and_prompts(client)
        await completion(client)
        await notices(client, updates)
    await confirmation(mode)


# Sessions of the older revisions subscribe with functions that the client calls deprecated.
warnings.simplefilter("ignore")
asyncio.run(asyncio.wait_for(main(), PATIENCE))
