/** A program that listens, and has something that keeps it alive. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { temporaryFolder } from "../support/folders.js";
import { outputOf } from "../support/made.js";

const PROGRAM = `
import { createServer, listen, tools } from "./server.js";
setInterval(() => {}, 1_000_000);
let finish;
const told = new Promise((resolve) => (finish = resolve));
process.once("SIGTERM", () => setTimeout(finish, 20));
const own = process.argv[2] === "own";
if (own) process.on("SIGTERM", () => setTimeout(() => process.exit(7), 500));
const server = createServer({ name: "s", version: "1" }, tools({
  wait: {
    description: "Waits until the process is told to end",
    handler: async () => {
      console.log("called");
      await told;
      return "waited";
    },
  },
}));
console.log((await listen(server)).url);
`;

/** Starts it; `own` makes it listen for SIGTERM and exit with status 7. */
export async function spawnListener(
  own: boolean,
  revision = "2025-11-25",
): Promise<{
  url: string;
  child: ChildProcessByStdio<null, Readable, null>;
  lines: () => readonly string[];
}> {
  const folder = temporaryFolder();
  const program = join(folder, "main.mjs");
  await build({
    stdin: { contents: PROGRAM, resolveDir: await outputOf(revision) },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    logLevel: "error",
  });
  const child = spawn(process.execPath, [program, own ? "own" : "none"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(child.stdout, "data");
  const lines = (): readonly string[] => text.split("\n");
  return { url: lines()[0] ?? "", child, lines };
}
