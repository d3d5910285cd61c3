/**
 * Starts the generated server in a separate process, and provides messages for
 * it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createMessageCorpus } from "../../../generator/emit/corpus/emit.js";
import { generated } from "../generated/load.js";
import { bundledModel } from "../models/models.js";
import type { TaskMeasurement } from "./task-gauge.js";
import { failOnExit } from "../program/child.js";

export interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
}

interface Gauge {
  /** Size of the used heap after a garbage collection, in bytes. */
  readonly heap: number;
  readonly tasks: TaskMeasurement;
}

/** Starts the generated server in a separate process with an IPC channel. */
function start(...args: readonly string[]) {
  const file = fileURLToPath(new URL("our-server.js", import.meta.url));
  const child = failOnExit(
    spawn(process.execPath, [file, ...args], {
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    }),
  );
  const exit = once(child, "exit") as Promise<[number | null]>;
  return {
    input: child.stdin as Writable,
    output: child.stdout as Readable,
    gauge: async (): Promise<Gauge> => {
      const told = once(child, "message") as Promise<[Gauge]>;
      child.send("gauge");
      return (await told)[0];
    },
    kill: () => child.kill("SIGKILL"),
    /**
     * Sends SIGTERM to the server and returns the exit code, or null if the
     * server was killed.
     */
    end: async (within: number) => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), within);
      const [code] = await exit;
      clearTimeout(timer);
      return code;
    },
  };
}

/**
 * Starts the generated server of a revision over HTTP. If `redis` is the URL of
 * a Redis server, the server stores its state there, and ends sessions that are
 * idle for `idle` milliseconds.
 */
export async function serve(revision: string, redis = "http", idle = 10_000) {
  const program = start(await generated(revision), redis, String(idle));
  const [line] = (await once(program.output, "data")) as [Buffer];
  return { ...program, url: line.toString().trim() };
}

/**
 * Starts the generated server of a revision over stdio. The returned `answered`
 * collects the ids of the answered requests.
 */
export async function serveStreams(revision: string) {
  const program = start(await generated(revision), "stdio");
  const answered = new Set<unknown>();
  const lines = createInterface({ input: program.output });
  lines.on("line", (line) => answered.add((JSON.parse(line) as Message).id));
  return { ...program, answered };
}

/**
 * Returns valid and invalid client messages, by method. The messages are
 * generated from the protocol model.
 */
export function clientMessages(
  revision: string,
): ReadonlyMap<string, readonly Message[]> {
  const messages = createMessageCorpus(bundledModel(revision));
  const sent = messages.filter(({ sender }) => sender !== "server");
  return new Map(
    sent.map(({ method, valid, invalid }) => {
      const all = [...valid, ...invalid.map(({ value }) => value)];
      return [method, all as Message[]];
    }),
  );
}
