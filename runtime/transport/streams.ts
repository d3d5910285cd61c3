/** The parts of Node's streams and processes that the transports use. */

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

/** How long the process may live on after its work, in milliseconds. */
const EXIT_AFTER = 1_000;

/** Ends the process, should anything keep it alive; holds nothing up itself. */
export function exitLater(process: ProcessLike): void {
  const timer = setTimeout(() => process.exit(), EXIT_AFTER);
  (timer as unknown as { unref?(): void }).unref?.();
}

/** Node's `process`, which Deno and Bun have too. */
export function processOf(caller: string): ProcessLike {
  const { process } = globalThis as unknown as { process?: ProcessLike };
  if (process === undefined) {
    throw new Error(`${caller} needs processes`);
  }
  return process;
}
