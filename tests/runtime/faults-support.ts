/** Programs of generated code that tests hurt, and what they say of themselves. */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import * as assert from "uvu/assert";
import { MODERN, openingOf, requestOf } from "../eras/support.js";
import { program } from "../interop/support.js";
import { sample } from "../support/whole.js";

export const REVISION = "2025-06-18";
export const TRIED = sample([REVISION, MODERN], 1);

/** A server with tools that are slow, large, or never done. */
const SERVER = `
import { createServer, stdio, tools } from "./server.js";
const any = { type: "object" };
let accepted = 0;
let aborted = 0;
let problems = 0;
process.on("exit", () => process.stderr.write("accepted " + accepted + "\\n"));
const set = tools({
  large: { inputSchema: any, handler: ({ size }) => "x".repeat(size) },
  late: { handler: async () => {
    accepted += 1;
    for (let turn = 0; turn < 5; turn++) await new Promise((go) => setImmediate(go));
    return "done";
  } },
  hang: { handler: (_, { signal }) => {
    process.stderr.write("hanging\\n");
    return new Promise(() => signal.addEventListener("abort", () => {
      aborted += 1;
      process.stderr.write("aborted\\n");
    }));
  } },
  usage: { handler: () => {
    globalThis.gc?.();
    return JSON.stringify({
      maxRSS: process.resourceUsage().maxRSS,
      heap: process.memoryUsage().heapUsed,
      resources: process.getActiveResourcesInfo(),
      aborted,
      problems,
    });
  } },
});

await createServer({ name: "s", version: "1" }, set, { onError: () => (problems += 1) })
  .connect(stdio());
`;

/** File of that server. */
export const serverFile = (revision: string): Promise<string> =>
  program(revision, SERVER);

/** What a process says of itself; `maxRSS` in KiB, `heap` in bytes. */
export interface Usage {
  readonly maxRSS: number;
  readonly heap: number;
  readonly resources: readonly string[];
  readonly aborted: number;
  /** What `onError` was told; garbage is not answered at this revision. */
  readonly problems: number;
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly content?: readonly { text: string }[] };
}

const started: ChildProcessWithoutNullStreams[] = [];

/** Ends what a test that failed has left. */
export function endAll(): void {
  for (const child of started) child.kill("SIGKILL");
}

/** A peer that writes what it likes, of that server or of another program. */
export class RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Answer[] = [];
  readonly ended: Promise<[code: number | null, signal: string | null]>;
  stderr = "";
  readonly #revision: string;
  #wake = (): void => {};

  constructor(revision: string, ...args: readonly string[]) {
    this.#revision = revision;
    this.child = spawn(process.execPath, args);
    started.push(this.child);
    this.child.stdin.on("error", () => {});
    this.child.stderr.on("data", (text) => {
      this.stderr += text;
      this.#wake();
    });
    this.ended = new Promise((resolve) =>
      this.child.on("close", (code, signal) => resolve([code, signal])),
    );
  }

  /** Starts the server, or the program of a file, and says hello to it. */
  static async of(
    revision = REVISION,
    file?: string,
    ...options: readonly string[]
  ): Promise<RawClient> {
    const program = file ?? (await serverFile(revision));
    const client = new RawClient(revision, ...options, program);
    const { stdout } = client.child;
    createInterface({ input: stdout }).on("line", (line) => {
      client.answers.push(JSON.parse(line) as Answer);
      client.#wake();
    });
    for (const message of openingOf(revision)) client.send(message);
    return client;
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.child.stdin.write(`${text}\n`);
  }

  call(id: number, name: string, args: object = {}): void {
    const params = { name, arguments: args };
    this.send(requestOf(this.#revision, id, "tools/call", params));
  }

  /** Writes when the other side has room. */
  write(bytes: Buffer): Promise<void> {
    return new Promise((resolve) =>
      this.child.stdin.write(bytes, () => resolve()),
    );
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The text that a tool answered under that id. */
  async text(id: number): Promise<string> {
    const found = () => this.answers.find((one) => one.id === id);
    await this.until(() => found() !== undefined);
    return found()?.result?.content?.[0]?.text ?? JSON.stringify(found());
  }

  async usage(id: number): Promise<Usage> {
    this.call(id, "usage");
    return JSON.parse(await this.text(id)) as Usage;
  }

  /** Closes the input of a server, which ends in order then. */
  async close(): Promise<void> {
    this.child.stdin.end();
    assert.equal(await this.ended, [0, null]);
  }
}
