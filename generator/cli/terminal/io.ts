import { once } from "node:events";
import { writeFailureCause } from "../../support/file-system.js";
import { formatDiagnostics } from "./report.js";
import { usageErrors } from "../usage-errors.js";

/** The outside world of a command; tests pass one of their own. */
export interface Io {
  /** Results. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
  /** Waits for a slow reader of results; for who writes without end. */
  drained?(): Promise<void>;
  /** True when a person watches stderr, which can show progress. */
  readonly interactive: boolean;
  /** True when stderr takes colours. */
  readonly colour: boolean;
  /** True when stdout takes colours. */
  readonly outColour: boolean;
  /** Asks a person; absent unless stdin and stderr are a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** What the exit codes mean. */
export const EXIT = {
  done: 0,
  /** A check did not hold. */
  failed: 1,
  /** Bad usage, bad input, disk or network. */
  user: 2,
  /** A fault of ours. */
  internal: 3,
  interrupted: 130,
} as const;

/** A code that a command ends with. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The process's own streams, and the signal that ends its work early. */
export function processIo(signal: AbortSignal): Io {
  let unread = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // `mcp-codegen --check --rev R | head` closes the pipe: that is no error,
    // and the code still says how the check ended.
    unread = true;
    if (error.code !== "EPIPE") endUnwritten(error);
  });
  // Nobody reads what goes wrong: the command ends as it would have.
  process.stderr.on("error", () => {});
  return {
    out: (text) => void (unread || process.stdout.write(text)),
    err: (text) => void process.stderr.write(text),
    drained: async () => {
      if (!unread && process.stdout.writableNeedDrain)
        // A reader that goes away is handled above.
        await once(process.stdout, "drain").catch(() => {});
    },
    interactive: isScreen(process.stderr),
    // To open stdin takes milliseconds, and most commands ask nothing.
    get ask() {
      return process.stderr.isTTY && process.stdin.isTTY
        ? (question: string) => askOn(question, signal)
        : undefined;
    },
    colour: takesColour(process.stderr),
    outColour: takesColour(process.stdout),
    signal,
  };
}

/** Results that are lost on the way are none. */
function endUnwritten(error: NodeJS.ErrnoException): never {
  const { diagnostics } = usageErrors(
    "MCP003",
    `Can not write to standard output: ${error.code ?? error.message}.`,
    { cause: writeFailureCause(error) },
  );
  process.stderr.write(
    formatDiagnostics(diagnostics, takesColour(process.stderr)),
  );
  process.exit(EXIT.user);
}

/** True for a terminal on which text can be painted and taken back. */
export function isScreen(
  { isTTY }: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return isTTY === true && env["TERM"] !== "dumb";
}

/** True for such a terminal of a person who wants colours. */
export function takesColour(
  stream: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return isScreen(stream, env) && !env["NO_COLOR"];
}

/**
 * One line of the terminal.
 *
 * @throws AbortError when there will be no answer: Ctrl-C, Ctrl-D.
 */
async function askOn(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const { stdin: input, stderr: output } = process;
  const terminal = createInterface({ input, output });
  const closed = new AbortController();
  terminal.on("close", () => closed.abort());
  const ended = AbortSignal.any([signal, closed.signal]);
  try {
    return await terminal.question(question, { signal: ended });
  } finally {
    terminal.close();
  }
}

/** Shows what is going on when work takes longer than a second, on a terminal. */
export async function withProgress<T>(
  io: Io,
  work: (say: (text: string) => void) => Promise<T>,
): Promise<T> {
  const started = Date.now();
  let shown = false;
  const clear = (): void => {
    if (shown) io.err("\r\x1b[K");
    shown = false;
  };
  try {
    return await work((text) => {
      clear();
      if (!io.interactive || text === "" || Date.now() - started < 1000) return;
      io.err(text);
      shown = true;
    });
  } finally {
    clear();
  }
}
