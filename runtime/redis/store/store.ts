import { asError } from "../../json-rpc/messages/errors.js";
import { after } from "../../limits/timer.js";
import { LEDGER_FORM } from "./ledger.js";
import type { RATE_FORM } from "./scripts.js";
import { toLimit, toText } from "./values.js";
import type { Wire } from "./clients.js";
import type {
  Count,
  SessionId,
  StoreArgument,
  StoreKey,
  StreamId,
  TaskId,
  Text,
} from "./values.js";

/** Pattern of an error reply of Redis, which begins with an error code. */
const ERROR_REPLY = /^[A-Z]{2,}\b/;

/**
 * Pattern of error replies that Redis sends during a failover or a start. The
 * command did not cause these errors, so they count as failures of the store.
 * Valkey GLIDE spells the error codes differently.
 */
const NOT_SERVING =
  /(?:^|: - )(?:read_?only|(?:busy_?)?loading|master_?down|cluster_?down)/i;

/** Name of the error that Valkey GLIDE throws for an error reply. */
const GLIDE_REPLY = "RequestError";

/**
 * Time after a failure of the store during which no scripts are run, in
 * milliseconds.
 */
const PAUSE = 1_000;

/**
 * Time without a failure of the store after which the next failure is reported
 * again, in milliseconds.
 */
const CALM = 10_000;

/**
 * Error that is thrown when the Redis store fails or does not answer in time.
 */
export class StoreError extends Error {
  override readonly name = "StoreError";

  constructor(message: string, cause?: Error) {
    super(message, cause && { cause });
  }

  /** Whether the store refused the script with an error reply. */
  get refused(): boolean {
    return this.cause instanceof Error && isRefusal(this.cause);
  }
}

/**
 * Returns true if the command caused an error reply. Returns false for a
 * failure of the store.
 */
function isRefusal({ name, message }: Error): boolean {
  const isReply = name === GLIDE_REPLY || ERROR_REPLY.test(message);
  return isReply && !NOT_SERVING.test(message);
}

/** Name of a key that belongs to no session and no task. */
type KeyName =
  "changes" | "secret" | `${"p" | "o" | `r${typeof RATE_FORM}`}:${string}`;

/**
 * Kind of the items whose bytes a ledger counts: messages for clients, or
 * tasks.
 */
type LedgerKind = "m" | "t";

/**
 * Runs scripts in the Redis store. Reports only the first of several
 * consecutive failures. For a short time after a lost connection, a timeout or
 * a failover, it rejects scripts without running them. An error reply that a
 * script caused has no such effect.
 */
export class SharedStore {
  readonly prefix: string;
  /**
   * Maximum number of bytes of all messages that the store keeps for clients.
   */
  readonly maxBytes: Count;
  /** Callback invoked with a failure of the store. */
  report: (problem: Error) => void = console.error;
  readonly #wire: Wire;
  readonly #timeout: number;
  readonly #digests = new Map<string, string>();
  #failed = -Infinity;
  #reportedRefusal = -Infinity;
  #isCluster: boolean | undefined;

  constructor(wire: Wire, prefix: string, timeout: number, maxBytes: number) {
    this.#wire = wire;
    this.prefix = prefix;
    this.#timeout = timeout;
    this.maxBytes = toLimit(maxBytes);
  }

  /**
   * Returns a store key. The name is put in braces, so that a Redis cluster
   * keeps keys with equal names in one slot.
   */
  key(name: KeyName, part?: "n"): StoreKey {
    return this.#key(name, part);
  }

  /** Returns the store key of a session, or of a part of the session. */
  sessionKey(session: SessionId, part?: "w" | "s" | StreamId): StoreKey {
    return this.#key(session, part);
  }

  taskKey(task: TaskId): StoreKey {
    return this.#key(`t:${task}`);
  }

  /**
   * Returns the key of the ledger (the counter of stored bytes). Scripts that
   * change stored bytes need this key in addition to `key`. In a cluster, each
   * session and each owner of tasks has a separate ledger in its slot.
   */
  ledger(kind: LedgerKind, key: StoreKey): StoreKey {
    const name = `q${LEDGER_FORM}`;
    return this.#isCluster
      ? (`${key}:${name}` as StoreKey)
      : this.#key(`${name}:${kind}`);
  }

  /** Whether the keys of a script must be in the same slot. */
  get isCluster(): boolean {
    return this.#isCluster ?? true;
  }

  /**
   * Finds out whether the store is a cluster.
   *
   * @throws StoreError if the store fails or does not answer in time.
   */
  async findSlots(): Promise<void> {
    const keys = [this.key("changes"), this.key("secret")];
    try {
      await this.#send(this.key("changes"), ["EVAL", "return 1", "2", ...keys]);
      this.#isCluster = false;
    } catch (error) {
      // The Redis clients spell the error CROSSSLOT differently in their
      // messages.
      if (!/cross_?slot/i.test(asError(error).message)) {
        throw this.#fail(asError(error));
      }
      this.#isCluster = true;
    }
  }

  /** Prefix of the channels of single processes. */
  get channels(): Text {
    return toText(`${this.prefix}:p:`);
  }

  /**
   * Returns the channel of one process. Without a name, returns the channel of
   * all processes.
   */
  channel(process = ""): Text {
    const name = process === "" ? `${this.prefix}:all` : "";
    return toText(name || this.channels + process);
  }

  /**
   * Runs a script by its digest. If the store does not know the digest, runs
   * the script by its text. With `probe`, the script is run even shortly after
   * a failure.
   *
   * @throws StoreError if the store fails or does not answer in time.
   */
  async run(
    script: string,
    keys: readonly StoreKey[],
    args: readonly StoreArgument[] = [],
    probe = false,
  ): Promise<unknown> {
    if (!probe && performance.now() - this.#failed < PAUSE) {
      throw new StoreError("The Redis store failed recently");
    }
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    const [key = ""] = keys;
    try {
      const digest = this.#digests.get(script) ?? (await this.#digest(script));
      return await this.#send(key, ["EVALSHA", digest, ...rest]).catch(
        (error: unknown) => {
          // The Redis clients spell the error NOSCRIPT differently in their
          // messages.
          if (!/no_?script/i.test(asError(error).message)) throw error;
          return this.#send(key, ["EVAL", script, ...rest]);
        },
      );
    } catch (error) {
      throw this.#fail(asError(error));
    }
  }

  /** Subscribes to the channels of one process and of all processes. */
  subscribe(
    process: string,
    onMessage: (text: string) => void,
  ): Promise<() => void> {
    return this.#wire.subscribe(
      [this.channel(), this.channel(process)],
      onMessage,
    );
  }

  /**
   * Resolves to the value of a promise that depends on the store.
   *
   * @throws StoreError if the promise rejects or takes too long.
   */
  async inTime<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.#inTime(promise);
    } catch (error) {
      throw error instanceof StoreError ? error : this.#fail(asError(error));
    }
  }

  #key(name: string, part?: string): StoreKey {
    const parts = [this.prefix, `{${name}}`, ...(part ? [part] : [])];
    return parts.join(":") as StoreKey;
  }

  #send(key: string, command: readonly string[]): Promise<unknown> {
    return this.#inTime(this.#wire.send(key, command));
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = after(this.#timeout, () =>
        reject(
          new Error(
            `The Redis store did not respond within ${this.#timeout} ms`,
          ),
        ),
      );
      const end = (): void => clearTimeout(timer);
      promise
        .then(resolve, (error: unknown) => reject(asError(error)))
        .finally(end);
    });
  }

  /** Reports a failure or an error reply. Returns the error to throw. */
  #fail(error: Error): StoreError {
    const now = performance.now();
    const failure = new StoreError(error.message, error);
    const last = failure.refused ? this.#reportedRefusal : this.#failed;
    const isNews = now - last > CALM;
    if (!failure.refused) this.#failed = now;
    else if (isNews) this.#reportedRefusal = now;
    if (isNews) {
      const text = `The Redis store ${failure.refused ? "refused a command" : "failed"}`;
      const problem = new StoreError(`${text}: ${error.message}`);
      // Servers print reported errors. A stack trace would show only this file.
      problem.stack = String(problem);
      this.report(problem);
    }
    return failure;
  }

  async #digest(script: string): Promise<string> {
    const bytes = new TextEncoder().encode(script);
    const sum = await crypto.subtle.digest("SHA-1", bytes);
    const digest = [...new Uint8Array(sum)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    this.#digests.set(script, digest);
    return digest;
  }
}
