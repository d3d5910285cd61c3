import { ConnectionError } from "../json-rpc/messages/errors.js";
import { attempt } from "../json-rpc/promises.js";
import { after, unref } from "../limits/timer.js";
import { lineReader, LineWriter } from "./lines.js";
import { getProcess } from "./streams.js";
import { windowsStart } from "./windows.js";
import type { Message } from "../json-rpc/messages/messages.js";
import type { ProcessLike, TextReadable, TextWritable } from "./streams.js";
import type { Receiver, Transport } from "./transport.js";
import type { Start } from "./windows.js";

/**
 * Options of `spawn()`, which starts a server as a child process. Times are in
 * milliseconds; `Infinity` means no limit.
 */
export interface SpawnOptions {
  readonly cwd?: string | undefined;
  /**
   * Environment variables for the server. They are added to the few variables
   * that every server gets, such as PATH.
   */
  readonly env?: { readonly [name: string]: string } | undefined;
  /**
   * Destination of the server's standard error: the standard error of this
   * process, none, or a callback.
   *
   * @default "inherit"
   */
  readonly stderr?: "inherit" | "ignore" | ((text: string) => void) | undefined;
  /**
   * Maximum length of a message from the server, in characters.
   *
   * @default 67_108_864
   */
  readonly maxMessage?: number | undefined;
  /**
   * Time to wait for the server's exit before the next step of the shutdown, in
   * milliseconds.
   *
   * @default 2_000
   */
  readonly grace?: number | undefined;
}

/**
 * Default time to wait for the server's exit before the next step of the
 * shutdown, in milliseconds.
 */
const GRACE = 2_000;

/**
 * Maximum number of characters of the server's log to quote in an error message
 * about its exit.
 */
const MAX_QUOTED_LOG = 2_000;

/**
 * Environment variables that are passed on to every server. Any other variable
 * may contain a secret.
 */
const ENVIRONMENT: readonly string[] = [
  "HOME",
  "LANG",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "USER",
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

interface Destroyable {
  destroy(): unknown;
}

interface Child {
  readonly stdin: TextWritable & Destroyable;
  readonly stdout: TextReadable & Destroyable;
  readonly stderr: (TextReadable & Destroyable) | null;
  readonly pid: number | undefined;
  on(event: string, listener: (first: never, second: never) => void): unknown;
  kill(signal: "SIGTERM" | "SIGKILL"): boolean;
}

interface Spawning {
  spawn(command: string, args: readonly string[], options: object): Child;
}

interface ProgramFiles {
  existsSync(file: string): boolean;
}

/**
 * Starts a server as a child process and connects to its standard streams.
 * `close` shuts the server down in three steps: it closes the standard input,
 * then sends SIGTERM, then SIGKILL. After each of the first two, it waits up to
 * `grace` milliseconds for the server's exit. Needs Node 20.16, Deno 2.1 or Bun
 * 1.2.
 */
export function spawn(
  command: string,
  args: readonly string[] = [],
  options: SpawnOptions = {},
): Transport {
  return new ChildProcess(command, args, options);
}

class ChildProcess implements Transport {
  readonly name: string;
  readonly #args: readonly string[];
  readonly #options: SpawnOptions;
  #child: Child | undefined;
  #writer: LineWriter | undefined;
  /**
   * Last characters of the server's standard error. Collected only if the
   * `stderr` option is a function.
   */
  #log = "";
  #batch = false;
  #closing = false;
  #exited: Promise<void> = Promise.resolve();

  constructor(command: string, args: readonly string[], options: SpawnOptions) {
    this.name = command;
    this.#args = args;
    this.#options = options;
  }

  start(receiver: Receiver): Promise<void> {
    const process = getProcess("spawn()");
    const { stderr = "inherit", cwd } = this.#options;
    const env = environment(process, this.#options.env);
    const { command, args, batch } = this.#start(process, env);
    const child = getBuiltinModule<Spawning>(process, "child_process").spawn(
      command,
      args,
      {
        cwd,
        env,
        stdio: ["pipe", "pipe", typeof stderr === "function" ? "pipe" : stderr],
        windowsHide: true,
        windowsVerbatimArguments: batch,
      },
    );
    this.#child = child;
    this.#batch = batch;
    if (typeof stderr === "function") {
      child.stderr?.setEncoding("utf8");
      child.stderr?.on("data", (text: string) => {
        this.#log = (this.#log + text).slice(-MAX_QUOTED_LOG);
        attempt(
          () => stderr(text),
          (error) => receiver.failed(undefined, error),
        );
      });
    }
    const read = lineReader(receiver, this.#options.maxMessage);
    const { stdin, stdout } = child;
    this.#writer = new LineWriter(
      stdin,
      (text, done) => stdin.write(text, done),
      (high) => (high ? stdout.pause() : stdout.resume()),
    );
    stdout.setEncoding("utf8");
    stdout.on("data", read);
    stdin.on("error", () => {}); // ignored, because the exit event reports the cause
    child.on("exit", () => {
      // Releases the server's streams after its exit. Child processes of the
      // server may keep the streams open.
      const free = (): void => {
        for (const stream of [stdin, stdout, child.stderr]) stream?.destroy();
      };
      unref(after(this.#options.grace ?? GRACE, free));
    });
    this.#exited = new Promise((resolve) => {
      child.on("close", (code: number | null, signal: string | null) => {
        this.#writer = undefined;
        resolve();
        const text = this.#describeExit(signal ?? `code ${code}`);
        // After `close()`, every exit of the server counts as normal, except an
        // exit by SIGKILL.
        const inOrder = this.#closing ? signal !== "SIGKILL" : code === 0;
        const problem = inOrder
          ? undefined
          : new ConnectionError("closed", text);
        receiver.closed(problem, text);
      });
    });
    return new Promise((resolve, reject) => {
      child.on("spawn", () => resolve());
      child.on("error", (cause: Error) => {
        const text = `${this.name} could not be started: ${cause.message}`;
        reject(new Error(text, { cause }));
      });
    });
  }

  #start(
    process: ProcessLike,
    env: { readonly [name: string]: string },
  ): Start {
    const [command, args] = [this.name, this.#args];
    if (process.platform !== "win32") return { command, args, batch: false };
    const { existsSync } = getBuiltinModule<ProgramFiles>(process, "fs");
    const { cwd } = this.#options;
    return windowsStart(command, args, { cwd, env, exists: existsSync });
  }

  again(): Transport {
    return new ChildProcess(this.name, this.#args, this.#options);
  }

  send(message: Message): void {
    this.#writer?.send(message);
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const grace = this.#options.grace ?? GRACE;
    this.#closing = true;
    void this.#writer?.finish();
    this.#writer = undefined;
    child.stdin.end();
    if (await settlesWithin(this.#exited, grace)) return;
    this.#kill(child, "SIGTERM");
    if (await settlesWithin(this.#exited, grace)) return;
    this.#kill(child, "SIGKILL");
    await this.#exited;
  }

  /**
   * Sends a signal to the server. For a batch file on Windows, ends the whole
   * process tree instead, because cmd.exe runs the batch file.
   */
  #kill(child: Child, signal: "SIGTERM" | "SIGKILL"): void {
    if (!this.#batch) return void child.kill(signal);
    const process = getProcess("spawn()");
    const { SYSTEMROOT: root = "C:\\Windows" } = process.env;
    const args = ["/pid", String(child.pid), "/t", "/f"];
    getBuiltinModule<Spawning>(process, "child_process")
      .spawn(`${root}\\System32\\taskkill.exe`, args, { stdio: "ignore" })
      .on("error", () => child.kill(signal));
  }

  /**
   * Returns text with the exit code or signal of the server and the end of the
   * server's log.
   */
  #describeExit(end: string): string {
    const text = `${this.name} ended with ${end}`;
    const log = this.#log.trim();
    return log === "" ? text : `${text}; the end of its log:\n${log}`;
  }
}

function getBuiltinModule<Module>(process: ProcessLike, name: string): Module {
  const module = process.getBuiltinModule?.(`node:${name}`);
  if (module === undefined) {
    throw new Error("spawn() needs Node 20.16, Deno 2.1 or Bun 1.2, or later");
  }
  return module as Module;
}

function environment(
  { env }: ProcessLike,
  more: { readonly [name: string]: string } | undefined,
): { [name: string]: string } {
  const passed: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(env)) {
    // Values that start with `()` are shell functions, which Bash exports as
    // variables. They are not passed on.
    if (value === undefined || value.startsWith("()")) continue;
    if (ENVIRONMENT.includes(name.toUpperCase())) passed[name] = value;
  }
  return { ...passed, ...more };
}

/**
 * Resolves to true if a promise settles within a time in milliseconds,
 * otherwise to false.
 */
function settlesWithin(
  promise: Promise<void>,
  within: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = after(within, () => resolve(false));
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
