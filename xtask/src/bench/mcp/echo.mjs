// An echo on the official TypeScript SDK: `node echo.mjs stdio`, or `http` on any free port.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

function echo() {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  const about = { description: "Says it again.", inputSchema: { message: z.string() } };
  const answer = ({ message }) => ({ content: [{ type: "text", text: message }] });
  server.registerTool("echo", about, answer);
  return server;
}

const sessions = new Map();

async function begin() {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await echo().connect(transport);
  return transport;
}

async function answer(request, response) {
  const transport = sessions.get(request.headers["mcp-session-id"]) ?? (await begin());
  await transport.handleRequest(request, response);
}

if (process.argv[2] === "stdio") {
  await echo().connect(new StdioServerTransport());
} else {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
}
