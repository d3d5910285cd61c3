/**
 * Starts servers in separate processes and validates the messages between them
 * and their clients.
 */
import {
  spawn,
  type ChildProcess,
  type ChildProcessByStdio,
} from "node:child_process";
import type { Readable } from "node:stream";
import { once } from "node:events";
import { basename } from "node:path";
import { buildExample } from "../run/shared-output.js";
import type { Taps } from "../peers/tap.js";
import { WireCheck, type Validators } from "../generated/load.js";
import { failOnExit } from "../program/child.js";
import { waitFor } from "../run/time-limit.js";

/** Running program with the URL on which it listens. */
export interface Listening {
  readonly url: string;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
}

/** Starts a program and waits for the URL that it prints. */
export async function startProgram(
  file: string,
  ...args: readonly string[]
): Promise<Listening> {
  const child = failOnExit(
    spawn(process.execPath, [file, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  const [line] = (await waitFor(
    `${basename(file)} prints its URL`,
    once(child.stdout, "data"),
  )) as [Buffer];
  return { url: line.toString().trim(), child };
}

/** Starts the conformance server of a revision in a separate process. */
export async function startServer(
  revision: string,
  transport: "http" | "sse" = "http",
): Promise<Listening> {
  const file = await buildExample("conformance-server", revision);
  return startProgram(file, "--transport", transport);
}

/** Stops a server process and waits for its exit. */
export async function stopServer(child: ChildProcess): Promise<unknown> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  return exit;
}

/**
 * Validates each message on a transport, in both directions, against the schema
 * of a revision.
 */
export class Watch {
  readonly seen: { from: string; message: Record<string, unknown> }[] = [];
  readonly #checks: Record<"client" | "server", WireCheck>;

  constructor(validators: Validators) {
    this.#checks = {
      client: new WireCheck(validators, "client"),
      server: new WireCheck(validators, "server"),
    };
  }

  get problems(): string[] {
    return Object.values(this.#checks).flatMap(({ problems }) => problems);
  }

  /**
   * Taps (message observers) that a test passes to the transport of a client.
   */
  get taps(): Taps {
    return {
      sent: (message) => this.take("client", message),
      received: (message) => this.take("server", message),
    };
  }

  take(from: "server" | "client", message: Record<string, unknown>): void {
    this.seen.push({ from, message });
    this.#checks[from === "client" ? "server" : "client"].asked(message);
    this.#checks[from].check(message);
  }
}
