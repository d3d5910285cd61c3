/** Example programs and generated modules, built for tests. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { exampleOf } from "../support/made.js";

/** The example server of a revision, in a process of its own. */
export async function startServer(
  revision: string,
  transport: "http" | "sse" = "http",
): Promise<{ url: string; process: ChildProcess }> {
  const program = await exampleOf("conformance-server", revision);
  const child = spawn(process.execPath, [program, "--transport", transport], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), process: child };
}

/** Ends a server, and waits for its end. */
export async function stopServer(child: ChildProcess): Promise<unknown> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  return exit;
}

/** `decodeServerMessage` or `decodeClientMessage` of a generated module. */
type Decode = (
  message: unknown,
  options: { methodOf: (id: string | number) => string | undefined },
) => { ok: boolean; issues?: readonly unknown[] };

/** Holds each message that crosses a transport against its revision. */
export class Watch {
  readonly problems: string[] = [];
  readonly seen: { from: string; message: Record<string, unknown> }[] = [];
  readonly #decoders: { server: Decode; client: Decode };

  constructor(validators: {
    decodeServerMessage: Decode;
    decodeClientMessage: Decode;
  }) {
    this.#decoders = {
      server: validators.decodeServerMessage,
      client: validators.decodeClientMessage,
    };
  }

  take(from: "server" | "client", message: Record<string, unknown>): void {
    this.seen.push({ from, message });
    const verdict = this.#decoders[from](message, {
      methodOf: (id) =>
        this.seen.find(
          (one) =>
            one.from !== from && one.message.id === id && one.message.method,
        )?.message.method as string | undefined,
    });
    if (verdict.ok) return;
    const text = JSON.stringify([message, verdict.issues]);
    this.problems.push(`${from}: ${text.slice(0, 600)}`);
  }
}
