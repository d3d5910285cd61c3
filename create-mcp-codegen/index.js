#!/usr/bin/env node
/**
 * Runs `mcp-codegen new` with the arguments of `npm create mcp-codegen`. The
 * first argument selects a `server` or a `client`; without either, the program
 * writes a server.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const file = createRequire(import.meta.url).resolve("mcp-codegen/package.json");
const program = join(dirname(file), "dist/generator/cli.cjs");
const args = process.argv.slice(2);
const isKind = args[0] === "server" || args[0] === "client";
process.argv.splice(
  1,
  Infinity,
  program,
  "new",
  ...(isKind ? [] : ["server"]),
  ...args,
);
await import(pathToFileURL(program).href);
