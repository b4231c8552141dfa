#!/usr/bin/env node
// Starts the program of the package that npm installed for this platform.
"use strict";

const { spawn } = require("node:child_process");

const name = `@scenewright/${process.platform}-${process.arch}`;
const program = process.platform === "win32" ? "scenewright.exe" : "scenewright";

let path;
try {
  path = require.resolve(`${name}/bin/${program}`);
} catch {
  console.error(
    `error: the package ${name} is not installed: npm has none for this platform, or was told to leave out ` +
      "optional dependencies.\nhint: install again without --omit=optional, or use another way to install",
  );
  process.exit(1);
}

const child = spawn(path, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
child.on("error", (error) => {
  console.error(`error: cannot start ${path}: ${error.message}`);
  process.exit(1);
});
// A terminal sends Ctrl-C to both; the program decides when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
