/** Our server in a process of its own, and what is sent to it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { corpusOf } from "../../../generator/emit/corpus/emit.js";
import { generated } from "../../interop/support.js";
import { bundledModel } from "../../support/models.js";
import type { Gauge } from "./gauge.js";

export interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
}

/** Starts our server, with a channel to it. */
function start(...args: readonly string[]) {
  const file = fileURLToPath(new URL("our-server.js", import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
  });
  const exit = once(child, "exit") as Promise<[number | null]>;
  return {
    process: child,
    output: child.stdout as NodeJS.ReadableStream,
    /** What it tells next over the channel. */
    told: async () => ((await once(child, "message")) as [unknown])[0],
    kill: () => child.kill("SIGKILL"),
    /** Its exit code, or null when it had to be killed. */
    end: async (within: number) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), within);
      const [code] = await exit;
      clearTimeout(timer);
      return code;
    },
  };
}

export type Program = ReturnType<typeof start>;

export async function gaugeOf(program: Program): Promise<Gauge> {
  const told = program.told();
  program.process.send("gauge");
  return (await told) as Gauge;
}

/** The first line that a program prints: where it listens. */
async function lineOf({ output }: Program): Promise<string> {
  const [line] = (await once(output, "data")) as [Buffer];
  return line.toString().trim();
}

/** Our server of a revision over HTTP, and its address. */
export async function serve(revision: string) {
  const program = start(await generated(revision));
  return { program, url: await lineOf(program) };
}

/** The same over its standard streams, and the ids of what it has answered. */
export async function serveStreams(revision: string) {
  const program = start(await generated(revision), "stdio");
  const answered = new Set<unknown>();
  const lines = createInterface({ input: program.output });
  lines.on("line", (line) => answered.add((JSON.parse(line) as Message).id));
  return { program, answered, input: program.process.stdin as Writable };
}

/** Messages of a client's, right and wrong, by method; grown from the model. */
export function clientMessages(
  revision: string,
): ReadonlyMap<string, readonly Message[]> {
  const { messages } = corpusOf(bundledModel(revision));
  return new Map(
    messages.flatMap(({ method, sender, valid, invalid }) =>
      sender === "server"
        ? []
        : [
            [
              method,
              [...valid, ...invalid.map(({ value }) => value)] as Message[],
            ],
          ],
    ),
  );
}
