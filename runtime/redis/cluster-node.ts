import { asError } from "../json-rpc/messages/errors.js";
import { attempt } from "../json-rpc/promises.js";
import { isObject } from "../validation/guards.js";
import { every, unref } from "../limits/timer.js";
import {
  ALIVE_STEP,
  BEAT_STEP,
  BYE_STEP,
  CHANGE_STEP,
  CHANGES_STEP,
  TELL_ONE_STEP,
} from "./store/scripts.js";
import { StoreError } from "./store/store.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { SharedStore } from "./store/store.js";

/** Number of heartbeats per lease. */
const BEATS = 5;

/** Number of leases after which a silent process is forgotten. */
const FORGET_AFTER = 10;

/** Maximum number of changes that are kept for sessions without a listener. */
const MAX_CHANGES = 1_000;

/** Message between processes; `t` is its kind. */
export interface ClusterMessage {
  readonly t: string;
  readonly [name: string]: unknown;
}

/** Notification for all clients. */
export interface Change {
  readonly number: number;
  readonly method: string;
  readonly params: Params | undefined;
}

/** This process among the processes that share a store. */
export class ClusterNode {
  /** Name that no other process has or had. */
  readonly name: string = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  readonly store: SharedStore;
  /** Handlers of messages from other processes, by kind. */
  readonly on: { [kind: string]: (message: ClusterMessage) => void } = {};
  /** Callbacks invoked on each heartbeat. */
  readonly onBeat: Set<() => void> = new Set<() => void>();
  /** Callbacks invoked when messages of other processes may have been lost. */
  readonly onMissed: Set<() => void> = new Set<() => void>();
  /**
   * Owners of tasks that continue in other processes, such as moved sessions.
   */
  readonly staying: Set<string> = new Set<string>();
  /** Latest changes, the newest last. */
  readonly changes: Change[] = [];
  /** Number of the latest change that this process received. */
  seen = 0;
  /** Time of the last message from each process. */
  readonly #heard = new Map<string, number>();
  #timer: ReturnType<typeof every>;
  #hearing: Promise<() => void> | undefined;
  #ready: Promise<void> | undefined;
  #isReady = false;
  #beats = 0;
  #echo = 0;

  readonly #lifeTime: number;

  /**
   * @param lease Time without a heartbeat until a process counts as gone, in
   *   milliseconds.
   */
  constructor(store: SharedStore, lease: number) {
    this.store = store;
    this.#lifeTime = lease;
  }

  /** Subscribes to messages and starts the heartbeat. */
  start(): void {
    this.#timer = unref(every(this.#lifeTime / BEATS, () => void this.#beat()));
    void this.ready()?.catch(() => {});
  }

  /** Resolves once messages of others arrive; undefined if they already do. */
  ready(): Promise<void> | undefined {
    if (this.#isReady) return undefined;
    this.#ready ??= this.#join().then(
      () => void (this.#isReady = true),
      (error: unknown) => {
        this.#ready = undefined;
        throw error;
      },
    );
    return this.store.inTime(this.#ready);
  }

  /** Whether a message of the process arrived within the lease. */
  isHeardFrom(name: string): boolean {
    const heard = this.#heard.get(name) ?? -Infinity;
    return performance.now() - heard < this.#lifeTime;
  }

  /** Sends a message to another process. */
  send(name: string, t: string, rest: object): Promise<unknown> {
    const { store } = this;
    const args = [store.channel(name), this.encodeMessage(t, rest)];
    return store.run(TELL_ONE_STEP, [store.key(`p:${name}`)], args);
  }

  /**
   * Whether the process runs, according to its messages or its lease in the
   * store.
   */
  async isAlive(name: string): Promise<boolean> {
    if (this.isHeardFrom(name)) return true;
    return (await this.store.run(ALIVE_STEP, [this.#lease(name)])) === 1;
  }

  /** Encodes a message for other processes. */
  encodeMessage(t: string, rest: object): string {
    return JSON.stringify({ t, ...rest });
  }

  /** Sends a change to all other processes. */
  async change(method: string, params: Params | undefined): Promise<void> {
    const { store } = this;
    const keys = [store.key("changes", "n"), store.key("changes")];
    const text = JSON.stringify([method, params, this.name]);
    await store.run(CHANGE_STEP, keys, [store.channel(), text]);
  }

  /** Unsubscribes, and tells other processes that this one has left. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    const { store, name } = this;
    const text = this.encodeMessage("bye", { p: name });
    await store
      .run(BYE_STEP, [this.#lease(name)], [store.channel(), text], true)
      .catch(() => {});
    const stop = await this.#hearing?.catch(() => undefined);
    stop?.();
  }

  #lease(name: string): string {
    return this.store.key(`p:${name}`);
  }

  async #join(): Promise<void> {
    const { store } = this;
    try {
      // An invalid message on these channels must not stop the subscription.
      this.#hearing ??= store.hear(this.name, (text) =>
        attempt(() => this.#hear(text), store.report),
      );
      await this.#hearing;
    } catch (error) {
      this.#hearing = undefined;
      throw new StoreError(asError(error).message, { cause: error });
    }
    await this.#catchUp();
    await this.#pulse();
  }

  /** Reads the changes that were missed from the store. */
  async #catchUp(): Promise<void> {
    const { store } = this;
    const kept = await store.run(
      CHANGES_STEP,
      [store.key("changes")],
      [],
      true,
    );
    const { seen } = this;
    for (const [id, [, text = ""]] of (kept as KeptEntries).reverse()) {
      const number = Number(id.split("-")[1]);
      if (number > this.seen) this.#note(number, text, seen > 0);
    }
  }

  async #beat(): Promise<void> {
    try {
      await this.#pulse();
      await this.ready();
    } catch {
      // Requests that need the store report its failure.
    }
    const late = performance.now() - FORGET_AFTER * this.#lifeTime;
    for (const [name, at] of this.#heard)
      if (at < late) this.#heard.delete(name);
    for (const call of this.onBeat) call();
  }

  /** Sends a heartbeat. */
  async #pulse(): Promise<void> {
    const { store, name } = this;
    if (this.#echo < this.#beats) {
      // The last heartbeat did not come back; messages of others may be lost
      // too.
      this.#echo = Infinity;
    }
    this.#beats += 1;
    const text = this.encodeMessage("beat", { p: name, n: this.#beats });
    const args = [this.#lifeTime, store.channel(), text];
    await store.run(BEAT_STEP, [this.#lease(name)], args, true);
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as ClusterMessage;
    if (!isObject(message)) return;
    const { t, p } = message;
    if (t === "beat") {
      this.#heard.set(String(p), performance.now());
      if (p === this.name) this.#echoed(Number(message.n));
    } else if (t === "bye") {
      this.#heard.delete(String(p));
    } else if (t === "change") {
      this.#note(Number(message.n), String(message.c), true);
    } else {
      this.on[t]?.(message);
    }
  }

  #echoed(beat: number): void {
    const missed = this.#echo === Infinity;
    this.#echo = beat;
    if (!missed) return;
    void this.#catchUp().catch(() => {});
    for (const call of this.onMissed) call();
  }

  #note(number: number, text: string, isNews: boolean): void {
    const [method, params, from] = JSON.parse(text) as LoggedChange;
    const change = { number, method, params: params ?? undefined };
    // The store has lost its data, and counts from the start again.
    if (number <= this.seen) this.changes.length = 0;
    this.changes.push(change);
    if (this.changes.length > MAX_CHANGES) this.changes.shift();
    this.seen = number;
    if (isNews && from !== this.name)
      this.on.change?.({ t: "change", ...change });
  }
}

/** Change as the store has it; absent params are null. */
type LoggedChange = [method: string, params: Params | undefined, from: string];

/** Entries of a stream, in the form of a Redis reply. */
type KeptEntries = [id: string, fields: string[]][];
