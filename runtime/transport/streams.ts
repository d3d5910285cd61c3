/**
 * Members of Node's streams and processes that the transports use. Other
 * platforms implement them, too.
 */

export interface TextReadable {
  setEncoding(encoding: "utf8"): unknown;
  on(event: string, listener: (value: never) => void): unknown;
  off(event: string, listener: (value: never) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

export interface TextWritable {
  write(text: string, callback?: (error?: Error | null) => void): boolean;
  on(event: string, listener: (value: never) => void): unknown;
  off(event: string, listener: (value: never) => void): unknown;
  end(): unknown;
}

export interface ProcessLike {
  readonly stdin: TextReadable;
  readonly stdout: TextWritable;
  readonly stderr: TextWritable;
  readonly env: { readonly [name: string]: string | undefined };
  readonly platform: string;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  listenerCount?(event: string): number;
  exit(code?: number): never;
  getBuiltinModule?(name: string): unknown;
}

/** Time in milliseconds after which the process is forced to exit. */
const EXIT_AFTER = 1_000;

/**
 * Ends the process after a second if something keeps it running. The timer
 * itself does not keep the process running.
 */
export function exitLater(process: ProcessLike): void {
  const timer = setTimeout(() => process.exit(), EXIT_AFTER);
  (timer as unknown as { unref?(): void }).unref?.();
}

/** Returns the global `process`, which Node, Deno and Bun have. */
export function getProcess(caller: string): ProcessLike {
  const { process } = globalThis as unknown as { process?: ProcessLike };
  if (process === undefined) {
    throw new Error(`${caller} needs Node, Deno or Bun`);
  }
  return process;
}
