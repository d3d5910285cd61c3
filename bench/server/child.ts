/** A server in a process of its own, which tells what it has used. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { deathOf } from "../harness/death.js";
import type { Program } from "./programs.js";

/** What a process has used so far. */
export interface Usage {
  /** Microseconds, user and system. */
  readonly cpu: number;
  /** Bytes that are resident. */
  readonly memory: number;
}

/** Answers over the channel that `spawn` opens, and holds up no end. */
const PROBE = createRequire(import.meta.url).resolve("./probe.cjs");

export class Child {
  readonly process: ChildProcess;
  /** Rejects when the server ends by itself. */
  readonly died: Promise<never>;

  constructor(program: Program) {
    this.process = spawn(process.execPath, ["--require", PROBE, program.file], {
      stdio: ["pipe", "pipe", "inherit", "ipc"],
    });
    this.died = deathOf(this.process, program.name);
  }

  async usage(): Promise<Usage> {
    this.process.send("usage");
    return (await this.message("cpu")) as Usage;
  }

  /** The URL that a server over HTTP tells. */
  async url(): Promise<string> {
    return ((await this.message("url")) as { url: string }).url;
  }

  private async message(key: string): Promise<object> {
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
