/** Programs of generated code that tests hurt, and what they say of themselves. */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { program } from "../interop/support.js";
import { metaOf } from "../support/meta.js";
import { sample } from "../support/whole.js";

export const REVISION = "2025-06-18";
/** One whose requests stand alone. */
export const MODERN = "2026-07-28";
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
export const serverFile = (revision = REVISION): Promise<string> =>
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
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly content?: readonly { text: string }[] };
}

const started: ChildProcessWithoutNullStreams[] = [];

/** Ends what a test that failed has left. */
export function endAll(): void {
  for (const child of started) child.kill("SIGKILL");
}

/** A peer of that server that writes what it likes. */
export class RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Answer[] = [];
  readonly ended: Promise<[code: number | null, signal: string | null]>;
  stderr = "";
  readonly #revision: string;
  #wake = (): void => {};

  constructor(
    file: string,
    {
      args = [],
      revision = REVISION,
    }: { args?: string[]; revision?: string } = {},
  ) {
    this.#revision = revision;
    const child = spawn(process.execPath, [...args, file]);
    this.child = child;
    started.push(child);
    child.stdin.on("error", () => {});
    child.stderr.on("data", (text) => {
      this.stderr += text;
      this.#wake();
    });
    this.ended = new Promise((resolve) =>
      child.on("close", (code, signal) => resolve([code, signal])),
    );
  }

  /** Reads from now on, and says hello. */
  open(): this {
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      this.answers.push(JSON.parse(line) as Answer);
      this.#wake();
    });
    if (this.#revision === MODERN) return this;
    const params = {
      protocolVersion: this.#revision,
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    };
    this.send({ id: 0, method: "initialize", params });
    this.send({ method: "notifications/initialized" });
    return this;
  }

  send(message: object): void {
    this.child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`,
    );
  }

  request(id: number, method: string, params: object): void {
    const alone = this.#revision === MODERN && { _meta: metaOf(MODERN) };
    this.send({ id, method, params: { ...params, ...alone } });
  }

  call(id: number, name: string, args: object = {}): void {
    this.request(id, "tools/call", { name, arguments: args });
  }

  /** Writes when the other side has room. */
  write(bytes: Buffer | string): Promise<void> {
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

  async close(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }
}
