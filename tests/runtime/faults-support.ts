/** Programs of generated code that tests hurt, and what they say of themselves. */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import * as assert from "uvu/assert";
import { MODERN, openingOf, requestOf } from "../eras/support.js";
import { program } from "../interop/support.js";
import { sample } from "../support/whole.js";

export const TRIED = sample(["2025-06-18", MODERN], 1);

/** A server with tools that are slow, or never done. */
const SERVER = `
import { createServer, stdio, tools } from "./server.js";
let accepted = 0;
process.on("exit", () => process.stderr.write("accepted " + accepted + "\\n"));
const set = tools({
  late: { handler: async () => {
    accepted += 1;
    for (let turn = 0; turn < 5; turn++) await new Promise((go) => setImmediate(go));
    return "done";
  } },
  hang: { handler: (_, { signal }) => {
    process.stderr.write("hanging\\n");
    return new Promise(() => signal.addEventListener("abort", () => process.stderr.write("aborted\\n")));
  } },
});

await createServer({ name: "s", version: "1" }, set).connect(stdio());
`;

/** File of that server. */
export const serverFile = (revision: string): Promise<string> =>
  program(revision, SERVER);

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

  constructor(revision: string, file: string) {
    this.#revision = revision;
    this.child = spawn(process.execPath, [file]);
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
  static async of(revision: string, file?: string): Promise<RawClient> {
    const client = new RawClient(
      revision,
      file ?? (await serverFile(revision)),
    );
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

  /** Closes the input of a server, which ends in order then. */
  async close(): Promise<void> {
    this.child.stdin.end();
    assert.equal(await this.ended, [0, null]);
  }
}
