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

/** How often a process says that it is there while one such time passes. */
const BEATS = 5;

/** After how many such times it is forgotten. */
const FORGET_AFTER = 10;

/** Changes that a process remembers for sessions that nobody listened for. */
const MAX_CHANGES = 1_000;

/** What one process tells others: `t` is its kind. */
export interface Told {
  readonly t: string;
  readonly [name: string]: unknown;
}

/** A notification that every client may want. */
export interface Change {
  readonly number: number;
  readonly method: string;
  readonly params: Params | undefined;
}

/** One process among those that share a store: it hears of others, and is heard of. */
export class StoreMember {
  /** No other has this name, nor had it. */
  readonly name: string = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  readonly store: SharedStore;
  /** What is done with what others tell, by its kind. */
  readonly on: { [kind: string]: (told: Told) => void } = {};
  /** Called from time to time. */
  readonly onBeat: Set<() => void> = new Set<() => void>();
  /** Something that others told may not have been heard. */
  readonly onMissed: Set<() => void> = new Set<() => void>();
  /** Owners of tasks that go on elsewhere, as those of sessions that left. */
  readonly staying: Set<string> = new Set<string>();
  /** The last changes, the newest last. */
  readonly changes: Change[] = [];
  /** Number of the last change that is known here. */
  seen = 0;
  /** When others were heard last. */
  readonly #heard = new Map<string, number>();
  #timer: ReturnType<typeof every>;
  #hearing: Promise<() => void> | undefined;
  #ready: Promise<void> | undefined;
  #isReady = false;
  #beats = 0;
  #echo = 0;

  readonly #lifeTime: number;

  /** `lease`: how long it is taken to be there without a sign, in milliseconds. */
  constructor(store: SharedStore, lease: number) {
    this.store = store;
    this.#lifeTime = lease;
  }

  /** Begins to hear and to be heard. */
  start(): void {
    this.#timer = unref(every(this.#lifeTime / BEATS, () => void this.#beat()));
    void this.ready()?.catch(() => {});
  }

  /** Resolves once it hears what others tell; undefined when it does. */
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

  /** Whether that process was heard of not long ago. */
  heardOf(name: string): boolean {
    const heard = this.#heard.get(name) ?? -Infinity;
    return performance.now() - heard < this.#lifeTime;
  }

  /** Tells one other process something. */
  tell(name: string, t: string, rest: object): Promise<unknown> {
    const { store } = this;
    const args = [store.channel(name), this.tells(t, rest)];
    return store.run(TELL_ONE_STEP, [store.key(`p:${name}`)], args);
  }

  /** Whether that process is there, as far as is known. */
  async isThere(name: string): Promise<boolean> {
    if (this.heardOf(name)) return true;
    return (await this.store.run(ALIVE_STEP, [this.#lease(name)])) === 1;
  }

  /** Text that tells something. */
  tells(t: string, rest: object): string {
    return JSON.stringify({ t, ...rest });
  }

  /** Tells all others of a change. */
  async change(method: string, params: Params | undefined): Promise<void> {
    const { store } = this;
    const keys = [store.key("changes", "n"), store.key("changes")];
    const text = JSON.stringify([method, params, this.name]);
    await store.run(CHANGE_STEP, keys, [store.channel(), text]);
  }

  /** Is neither heard of any more, nor hears. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    const { store, name } = this;
    const told = this.tells("bye", { p: name });
    await store
      .run(BYE_STEP, [this.#lease(name)], [store.channel(), told], true)
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
      // What somebody else tells on these channels must end nothing.
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

  /** Takes note of the changes that were not heard of. */
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
      // Who needs the store is told by it.
    }
    const late = performance.now() - FORGET_AFTER * this.#lifeTime;
    for (const [name, at] of this.#heard)
      if (at < late) this.#heard.delete(name);
    for (const call of this.onBeat) call();
  }

  /** Says that this process is there. */
  async #pulse(): Promise<void> {
    const { store, name } = this;
    if (this.#echo < this.#beats) {
      // What this process told itself did not arrive; nor may what others told.
      this.#echo = Infinity;
    }
    this.#beats += 1;
    const told = this.tells("beat", { p: name, n: this.#beats });
    const args = [this.#lifeTime, store.channel(), told];
    await store.run(BEAT_STEP, [this.#lease(name)], args, true);
  }

  #hear(text: string): void {
    const told = JSON.parse(text) as Told;
    if (!isObject(told)) return;
    const { t, p } = told;
    if (t === "beat") {
      this.#heard.set(String(p), performance.now());
      if (p === this.name) this.#echoed(Number(told.n));
    } else if (t === "bye") {
      this.#heard.delete(String(p));
    } else if (t === "change") {
      this.#note(Number(told.n), String(told.c), true);
    } else {
      this.on[t]?.(told);
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
    // The store lost all, and counts anew.
    if (number <= this.seen) this.changes.length = 0;
    this.changes.push(change);
    if (this.changes.length > MAX_CHANGES) this.changes.shift();
    this.seen = number;
    if (isNews && from !== this.name)
      this.on.change?.({ t: "change", ...change });
  }
}

/** What is kept of a change: params that are absent are null. */
type LoggedChange = [method: string, params: Params | undefined, from: string];

/** Entries of a stream, as Redis answers them. */
type KeptEntries = [id: string, fields: string[]][];
