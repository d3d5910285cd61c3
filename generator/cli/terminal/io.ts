import { once } from "node:events";
import { writeFailureCause } from "../../support/file-system.js";
import { cleanOutput } from "./clean.js";
import { formatDiagnostics } from "./report.js";
import { usageErrors } from "../usage-errors.js";

/**
 * Streams, terminal and interruption signal of a command. Tests pass their own
 * implementation. `out` and `err` replace control characters, so that text from
 * a server or a file cannot control the terminal.
 */
export interface Io {
  /** Writes a result to stdout. */
  out(text: string): void;
  /** Writes a diagnostic or a progress message to stderr. */
  err(text: string): void;
  /**
   * Waits until stdout accepts more data. Commands with unlimited output call
   * this function.
   */
  drained?(): Promise<void>;
  /** Erases the current line of stderr. */
  clearLine?(): void;
  /** True if stderr is a terminal that can show progress. */
  readonly interactive: boolean;
  /** True if stderr supports colours. */
  readonly colour: boolean;
  /** True if stdout supports colours. */
  readonly outColour: boolean;
  /** Asks the user a question. Absent unless stdin and stderr are terminals. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Signal that is aborted on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Exit codes of the program. */
export const EXIT = {
  done: 0,
  /** Exit code if a check of the user's files found differences or faults. */
  failed: 1,
  /** Exit code for wrong usage or input, or a disk or network failure. */
  user: 2,
  /** Exit code for an unexpected error, caused by a bug in mcp-codegen. */
  internal: 3,
  interrupted: 130,
} as const;

/** Exit code of a command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * Creates the `Io` of this process. When `signal` is aborted, the command
 * stops.
 */
export function processIo(signal: AbortSignal): Io {
  let isClosed = false;
  const colour = supportsColour(process.stderr);
  const outColour = supportsColour(process.stdout);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Ignore EPIPE. A reader such as `head` may close the pipe early, for
    // example in `mcp-codegen --check --rev R | head`. The exit code still
    // reports the result of the check.
    isClosed = true;
    if (error.code !== "EPIPE") exitWithWriteError(error);
  });
  // Ignore errors of stderr: if the reader of stderr is gone, the exit code
  // still reports the result.
  process.stderr.on("error", () => {});
  return {
    out: (text) =>
      void (isClosed || process.stdout.write(cleanOutput(text, outColour))),
    err: (text) => void process.stderr.write(cleanOutput(text, colour)),
    clearLine: () => void process.stderr.write("\r\x1b[K"),
    drained: async () => {
      if (!isClosed && process.stdout.writableNeedDrain)
        // Ignore errors here: the error handler of stdout handles a closed
        // pipe.
        await once(process.stdout, "drain").catch(() => {});
    },
    interactive: isScreen(process.stderr),
    // Create the function on first use: opening stdin takes milliseconds, and
    // most commands ask no questions.
    get ask() {
      return process.stderr.isTTY && process.stdin.isTTY
        ? (question: string) => askOn(question, signal)
        : undefined;
    },
    colour,
    outColour,
    signal,
  };
}

/** Exits with an error because stdout failed and the output is incomplete. */
function exitWithWriteError(error: NodeJS.ErrnoException): never {
  const { diagnostics } = usageErrors(
    "MCP003",
    `Cannot write to standard output: ${error.code ?? error.message}.`,
    { cause: writeFailureCause(error) },
  );
  process.stderr.write(
    formatDiagnostics(diagnostics, supportsColour(process.stderr)),
  );
  process.exit(EXIT.user);
}

/** Returns whether a stream is a terminal that can erase a line. */
export function isScreen(
  { isTTY }: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return isTTY === true && env["TERM"] !== "dumb";
}

/** Returns whether a stream shows colours and the user has not disabled them. */
export function supportsColour(
  stream: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return isScreen(stream, env) && !env["NO_COLOR"];
}

/**
 * Reads one line from the terminal.
 *
 * @throws AbortError on Ctrl-C and Ctrl-D.
 */
async function askOn(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const { stdin: input, stderr: output } = process;
  const terminal = createInterface({ input, output });
  const closed = new AbortController();
  terminal.on("close", () => closed.abort());
  const ended = AbortSignal.any([signal, closed.signal]);
  try {
    return await terminal.question(cleanOutput(question, false), {
      signal: ended,
    });
  } finally {
    terminal.close();
  }
}

/**
 * Runs `work` and returns its result. Shows the progress that `work` reports,
 * but only on a terminal and only after one second.
 */
export async function withProgress<T>(
  io: Io,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  const started = Date.now();
  let shown = false;
  const clear = (): void => {
    if (shown) io.clearLine?.();
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
