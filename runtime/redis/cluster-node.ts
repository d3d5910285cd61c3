import { asError } from "../json-rpc/messages/errors.js";
import { attempt } from "../json-rpc/promises.js";
import { every, unref } from "../limits/timer.js";
import {
  ALIVE_STEP,
  BEAT_STEP,
  BYE_STEP,
  CHANGE_STEP,
  CHANGES_STEP,
  TELL_ONE_STEP,
} from "./store/scripts.js";
import { decodeMessage, encodeMessage } from "./messages.js";
import { toCount, toLifetime } from "./store/values.js";
import type { ClusterMessage } from "./messages.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { SharedStore } from "./store/store.js";
import type { StoreKey } from "./store/values.js";

/**
 * Number of heartbeats that a process sends within the duration of its lease.
 */
const BEATS = 5;

/**
 * Time after which the last heartbeat of a process is removed from memory, as a
 * number of lease durations.
 */
const FORGET_AFTER = 10;

/**
 * Maximum number of broadcast notifications kept in memory for clients that
 * start to listen later.
 */
const MAX_CHANGES = 1_000;

/**
 * Maximum length of a broadcast notification that is kept for clients that
 * start to listen later, in bytes in Redis and in characters in memory.
 */
const MAX_CHANGE_LENGTH = 16_384;

/**
 * Broadcast notification, which is sent to all clients of all processes, such
 * as a list change.
 */
export interface Change {
  readonly number: number;
  readonly method: string;
  readonly params: Params | undefined;
}

/**
 * This process as a member of the cluster. A cluster consists of the processes
 * that share a store.
 */
export class ClusterNode {
  /** Name of this process. It is random and thus unique. */
  readonly name: string = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  readonly store: SharedStore;
  /** Handlers for messages from other processes, by the kind of the message. */
  readonly on: { [kind: string]: (message: ClusterMessage) => void } = {};
  /** Callbacks invoked after each heartbeat of this process. */
  readonly onBeat: Set<() => void> = new Set<() => void>();
  /**
   * Callbacks invoked when messages from other processes may have been lost.
   */
  readonly onMissed: Set<() => void> = new Set<() => void>();
  /**
   * Task owners whose sessions continue in another process. This process must
   * not delete the tasks of these owners.
   */
  readonly staying: Set<string> = new Set<string>();
  /** Latest broadcast notifications that this process received, newest last. */
  readonly changes: Change[] = [];
  /**
   * Number of the latest broadcast notification that this process received. The
   * store numbers these notifications.
   */
  seen = 0;
  /**
   * Pending checks of whether a process is running, by the name of the process.
   */
  readonly #checks = new Map<string, Promise<boolean>>();
  /** Time at which the last heartbeat of each process arrived. */
  readonly #heard = new Map<string, number>();
  #timer: ReturnType<typeof every>;
  #hearing: Promise<() => void> | undefined;
  #ready: Promise<void> | undefined;
  #isJoined = false;
  /**
   * Notifications that this process has read from the store, but that its
   * subscription may still deliver. The key is the number of the notification.
   * The value is true if the clients have already received it.
   */
  readonly #read = new Map<number, boolean>();
  /** Number of heartbeats sent before the latest read of the notifications. */
  #beatsAtRead = 0;
  /** Whether the store accepted the last heartbeat of this process. */
  #isBeating = false;
  #beats = 0;
  #echo = 0;

  readonly #lifeTime: number;

  /**
   * @param lease Time in milliseconds after which a process without a heartbeat
   *   is treated as ended.
   */
  constructor(store: SharedStore, lease: number) {
    this.store = store;
    this.#lifeTime = lease;
  }

  /** Subscribes to messages from other processes and starts the heartbeat. */
  start(): void {
    this.#timer = unref(every(this.#lifeTime / BEATS, () => void this.#beat()));
    void this.ready()?.catch(() => {});
  }

  /**
   * Returns a promise that resolves when this process has joined the cluster,
   * so that it receives messages from other processes. Returns undefined if it
   * has already joined.
   */
  ready(): Promise<void> | undefined {
    if (this.#isJoined) return undefined;
    this.#ready ??= this.#join().then(
      () => void (this.#isJoined = true),
      (error: unknown) => {
        this.#ready = undefined;
        throw error;
      },
    );
    return this.store.inTime(this.#ready);
  }

  /**
   * Whether this process receives messages from other processes, and the store
   * accepted its last heartbeat.
   */
  get isReady(): boolean {
    return this.#isJoined && this.#isBeating;
  }

  /**
   * Returns true if the last heartbeat of the process arrived less than one
   * lease duration ago.
   */
  isHeardFrom(name: string): boolean {
    const heard = this.#heard.get(name) ?? -Infinity;
    return performance.now() - heard < this.#lifeTime;
  }

  /** Sends a message to one process of the cluster. */
  send(name: string, t: string, rest: object): Promise<unknown> {
    const { store } = this;
    const args = [store.channel(name), encodeMessage(t, rest)];
    return store.run(TELL_ONE_STEP, [store.key(`p:${name}`)], args);
  }

  /**
   * Returns true if the process is running, according to its heartbeats or to
   * its lease in the store.
   */
  async isAlive(name: string): Promise<boolean> {
    if (this.isHeardFrom(name)) return true;
    let check = this.#checks.get(name);
    if (check === undefined) {
      check = this.store
        .run(ALIVE_STEP, [this.#lease(name)])
        .then((found) => found === 1)
        .finally(() => this.#checks.delete(name));
      this.#checks.set(name, check);
    }
    return check;
  }

  /** Sends a broadcast notification to all processes of the cluster. */
  async change(method: string, params: Params | undefined): Promise<void> {
    const { store } = this;
    const keys = [store.key("changes", "n"), store.key("changes")];
    const text = encodeMessage("change", {
      m: method,
      a: params,
      p: this.name,
    });
    await store.run(CHANGE_STEP, keys, [
      store.channel(),
      text,
      toCount(MAX_CHANGE_LENGTH),
    ]);
  }

  /**
   * Ends the membership of this process: unsubscribes, and notifies the other
   * processes.
   */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    const { store, name } = this;
    const text = encodeMessage("bye", { p: name });
    await store
      .run(BYE_STEP, [this.#lease(name)], [store.channel(), text], true)
      .catch(() => {});
    // Do not wait for the subscription: while the store is unreachable, the
    // subscription stays pending, and the process could not end.
    void this.#hearing?.then(
      (stop) => stop(),
      () => {},
    );
  }

  #lease(name: string): StoreKey {
    return this.store.key(`p:${name}`);
  }

  async #join(): Promise<void> {
    const { store } = this;
    try {
      // An invalid message from another process must not end the subscription.
      this.#hearing ??= store.subscribe(this.name, (text) =>
        attempt(() => this.#hear(text), store.report),
      );
      await this.#hearing;
    } catch (error) {
      this.#hearing = undefined;
      throw asError(error);
    }
    await store.findSlots();
    await this.#catchUp();
    await this.#pulse();
  }

  /**
   * Reads from the store the broadcast notifications that this process missed.
   */
  async #catchUp(): Promise<void> {
    const { store } = this;
    const kept = await store.run(
      CHANGES_STEP,
      [store.key("changes")],
      [],
      true,
    );
    const isJoined = this.#isJoined;
    this.#beatsAtRead = this.#beats;
    // The subscription may already have delivered new notifications. The
    // notifications from the store are older, so place them first.
    const heard = isJoined ? [] : this.changes.splice(0);
    const last = this.seen;
    if (!isJoined) {
      this.seen = 0;
      this.#read.clear();
    }
    for (const [id, [, text = ""]] of (kept as KeptEntries).reverse()) {
      const number = Number(id.split("-")[1]);
      if (number <= this.seen) continue;
      // Notifications from before this process joined are kept, but not sent to
      // clients.
      this.#note(number, text, isJoined);
      this.#read.set(number, isJoined);
    }
    const read = this.seen;
    this.changes.push(...heard.filter(({ number }) => number > read));
    this.seen = Math.max(read, last);
  }

  async #beat(): Promise<void> {
    try {
      await this.#pulse();
      await this.ready();
    } catch {
      // The error is not reported here, because every request that needs the
      // store reports it.
      this.#isBeating = false;
    }
    const late = performance.now() - FORGET_AFTER * this.#lifeTime;
    for (const [name, at] of this.#heard)
      if (at < late) this.#heard.delete(name);
    for (const call of this.onBeat) call();
  }

  /**
   * Writes the lease of this process to the store and publishes a heartbeat.
   */
  async #pulse(): Promise<void> {
    const { store, name } = this;
    if (this.#echo < this.#beats) {
      // The store did not deliver the previous heartbeat back to this process,
      // so messages from other processes may also be lost. The next delivered
      // heartbeat therefore triggers `onMissed`.
      this.#echo = Infinity;
    }
    this.#beats += 1;
    const text = encodeMessage("beat", { p: name, n: this.#beats });
    const args = [toLifetime(this.#lifeTime), store.channel(), text];
    await store.run(BEAT_STEP, [this.#lease(name)], args, true);
    this.#isBeating = true;
  }

  #hear(text: string): void {
    const message = decodeMessage(text);
    if (message === undefined) return;
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
    // The store delivers messages in order. If this heartbeat was sent after
    // the latest read, the subscription has already delivered all notifications
    // of that read. They need not be stored any longer.
    if (beat > this.#beatsAtRead) this.#read.clear();
    if (!missed) return;
    void this.#catchUp().catch(() => {});
    for (const call of this.onMissed) call();
  }

  #note(number: number, text: string, isNews: boolean): void {
    const stored = decodeMessage(text);
    if (stored === undefined) return;
    const params = stored.a as Params | undefined;
    const change = { number, method: String(stored.m), params };
    const isSent = this.#read.get(number);
    this.#read.delete(number);
    if (isSent === undefined) {
      // Each notification has a higher number than the previous one. If not,
      // the store has lost its data and counts from 1 again.
      if (number <= this.seen) this.changes.length = 0;
      if (text.length <= MAX_CHANGE_LENGTH) this.changes.push(change);
      if (this.changes.length > MAX_CHANGES) this.changes.shift();
      this.seen = number;
    }
    if (isNews && !isSent && stored.p !== this.name)
      this.on.change?.({ t: "change", ...change });
  }
}

/** Entries of a Redis stream, as Redis returns them. */
type KeptEntries = [id: string, fields: string[]][];
