/** Runs a server in a separate process that reports its resource usage. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { rejectOnExit } from "../harness/death.js";
import type { Program } from "./programs.js";

/** Resources that the server process has used so far. */
export interface Usage {
  /** Processor time (user and system), in microseconds. */
  readonly cpu: number;
  /** Resident memory, in bytes. */
  readonly memory: number;
}

/**
 * Path of the module that reports the usage over the IPC channel of `spawn`.
 * The module does not keep the server process alive.
 */
const PROBE = createRequire(import.meta.url).resolve("./probe.cjs");

export class Child {
  readonly process: ChildProcess;
  /** Promise that rejects when the server exits unexpectedly. */
  readonly died: Promise<never>;

  constructor(program: Pick<Program, "name" | "file">) {
    this.process = spawn(process.execPath, ["--require", PROBE, program.file], {
      stdio: ["pipe", "pipe", "inherit", "ipc"],
    });
    this.died = rejectOnExit(this.process, program.name);
  }

  async usage(): Promise<Usage> {
    this.process.send("usage");
    return (await this.message("cpu")) as Usage;
  }

  /**
   * Returns the URL of an HTTP server. The server sends the URL over IPC after
   * it has started.
   */
  async url(): Promise<string> {
    return ((await this.message("url")) as { url: string }).url;
  }

  /**
   * Waits for a message of the process that has the member `key`. Returns the
   * message.
   */
  async message(key: string): Promise<object> {
    for (;;) {
      const told = once(this.process, "message");
      const [message] = (await Promise.race([this.died, told])) as [object];
      if (key in message) return message;
    }
  }

  async end(): Promise<void> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return;
    const exit = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await exit;
  }
}
