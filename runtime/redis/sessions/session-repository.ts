/** Sessions in the store, and their copies in this process. */
import { after, unref } from "../../limits/timer.js";
import { encodeMessage } from "../messages.js";
import { DISCARDED_REPLY } from "./deferred-reply.js";
import {
  bringUpToDate,
  changesSince,
  recordOf,
  sessionStateOf,
} from "./record.js";
import {
  END_STEP,
  FORM,
  KEEP_STEP,
  OPEN_STEP,
  SAVE_STEP,
  TOUCH_STEP,
} from "../store/session-scripts.js";
import { getSessionKeys } from "../store/session-keys.js";
import { StoreError } from "../store/store.js";
import { toCount, toLifetime, toSessionId, toText } from "../store/values.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { HttpCaller } from "../../http/security/auth.js";
import type { Rejection } from "../../http/body/rejection.js";
import type {
  SessionEntry,
  SessionTable,
} from "../../http/server/sessions/session-table.js";
import type { ClusterNode } from "../cluster-node.js";
import type {
  Count,
  SessionId,
  StoreArgument,
  StoreKey,
} from "../store/values.js";
import type { Known } from "./record.js";

export const NO_SESSION: Rejection = {
  status: 404,
  message: "The session does not exist",
};

/** Maximum number of sessions whose lifetime one script extends. */
const MAX_KEEP = 1_000;

/**
 * Time that is added to lifetimes and delays, in milliseconds. It allows for
 * clock differences and network delays.
 */
const SLACK = 2_000;

/**
 * Loads sessions from the store into this process, and saves their changes to
 * the store.
 */
export class SessionRepository {
  readonly node: ClusterNode;
  /** Sessions that are open in this process. */
  readonly table: SessionTable;
  /** Time after which an unused session expires, in milliseconds. */
  readonly life: Count;
  /**
   * Callbacks invoked with the session id when a session has ended in this
   * process.
   */
  readonly onEnd: Set<(id: string) => void> = new Set<(id: string) => void>();
  readonly #known = new WeakMap<SessionEntry, Known>();
  /**
   * Ids of the sessions that end in this process but continue in another
   * process.
   */
  readonly #leaving = new Set<string>();
  readonly #endings = new Map<string, Promise<unknown>>();

  constructor(node: ClusterNode, table: SessionTable, idle: number) {
    this.node = node;
    this.table = table;
    this.life = toLifetime(idle);
  }

  /**
   * Returns true if the session is not open in this process, or is about to
   * continue in another process.
   */
  stays(id: string): boolean {
    return this.#leaving.has(id) || !this.table.entries.has(id);
  }

  /** Resolves when all ended sessions are removed from the store. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#endings.values());
  }

  /** Returns the store keys for a script that uses all data of a session. */
  keys(id: SessionId): StoreKey[] {
    const keys = getSessionKeys(this.node.store, id);
    return [keys.record, keys.queue, keys.streams, keys.ledger];
  }

  /** Runs a script that first checks that the caller owns the session. */
  async run(
    script: string,
    id: SessionId,
    { subject }: Pick<HttpCaller, "subject">,
    rest: readonly StoreArgument[] = [],
  ): Promise<unknown> {
    await this.node.ready();
    const entry = this.table.entries.get(id);
    const known = entry && this.#known.get(entry);
    const { store, name } = this.node;
    const texts = [ownerField(subject), known?.number ?? ""].map(toText);
    const args = [...texts, this.life, toText(name), ...rest];
    return store.run(script, this.keys(id), args);
  }

  /**
   * Updates a session in this process from the store, and publishes messages
   * for other processes in the same step.
   */
  async touch(
    id: SessionId,
    caller: HttpCaller,
    forwards?: readonly StoreArgument[],
  ): Promise<Rejection | undefined> {
    const touched = await this.run(TOUCH_STEP, id, caller, forwards);
    return this.update(id, caller, touched as string[] | null);
  }

  /** Extends the lifetime of sessions in the store. */
  keepBusy(ids: readonly SessionId[]): void {
    const { store } = this.node;
    const size = store.isCluster ? 1 : MAX_KEEP;
    for (let at = 0; at < ids.length; at += size) {
      const keys = ids.slice(at, at + size).map((id) => store.sessionKey(id));
      store.run(KEEP_STEP, keys, [this.life]).catch(() => {});
    }
  }

  /** Saves a new session that a client opened in this process. */
  async open(
    id: string,
    message: unknown,
    scopes: readonly string[],
  ): Promise<void> {
    const entry = this.table.entries.get(id);
    if (entry === undefined) throw new StoreError("The session has ended");
    this.#begin(id, entry);
    const { session, connection } = entry;
    try {
      const fields = {
        o: ownerField(session.owner),
        f: FORM,
        i: JSON.stringify(message),
        c: JSON.stringify(scopes),
        v: connection.endpoint.protocol.version,
        s: String(this.node.seen),
        h: entry.holder,
        [`@${this.node.name}`]: "1",
      };
      const args = Object.entries(fields).flat().map(toText);
      const keys = [this.node.store.sessionKey(toSessionId(id))];
      await this.node.store.run(OPEN_STEP, keys, [this.life, ...args]);
    } catch (error) {
      this.leave(entry);
      throw error;
    }
  }

  /** Starts to track the changes and the end of a session in this process. */
  #begin(id: string, entry: SessionEntry): Known {
    const known = {
      number: "1",
      isOpen: false,
      level: "",
      uris: new Set<string>(),
    };
    this.#known.set(entry, known);
    entry.end = () => {
      const unused = Date.now() - entry.used;
      this.stay(id);
      this.leave(entry);
      // If a session ends in this process because its lifetime has passed
      // without use, the session also expires in the store. After any other
      // end, this process removes the session from the store, unless another
      // process has used the session in the meantime.
      if (unused < this.life) void this.end(id, this.life - unused + SLACK);
    };
    void entry.connection.done.then(() => {
      for (const call of this.onEnd) call(id);
      if (!this.#leaving.delete(id)) void this.end(id);
    });
    return known;
  }

  /**
   * Marks a session as continued in another process. When the session ends in
   * this process, other processes keep the session and its tasks.
   */
  stay(id: string): void {
    const { staying } = this.node;
    const owner = `connection ${id}`;
    this.#leaving.add(id);
    staying.add(owner);
    unref(after(SLACK, () => staying.delete(owner)));
  }

  /**
   * Ends a session in this process. The session continues in other processes.
   */
  leave({ session, connection }: SessionEntry): void {
    this.#leaving.add(session.id);
    this.table.entries.delete(session.id);
    void connection.close();
  }

  /**
   * Ends a session in all processes. With `life`, ends only a session that
   * would expire within `life` milliseconds.
   */
  end(id: string, life: number | "" = ""): Promise<unknown> {
    const { store, name } = this.node;
    const text = encodeMessage("end", { s: id });
    const most = life === "" ? toText("") : toCount(life);
    const args = [toText(name), store.channels, text, most];
    const ending =
      this.#endings.get(id) ??
      store
        .run(END_STEP, this.keys(toSessionId(id)), args)
        .finally(() => this.#endings.delete(id));
    this.#endings.set(id, ending);
    ending.catch(() => {});
    return ending;
  }

  /**
   * Updates a session in this process from its record in the store. Returns a
   * rejection if the session cannot be used.
   */
  update(
    id: string,
    caller: HttpCaller,
    fields: readonly string[] | null,
  ): Rejection | undefined {
    let entry = this.table.entries.get(id);
    if (fields === null) {
      if (entry && entry.session.owner === caller.subject) this.leave(entry);
      return NO_SESSION;
    }
    if (fields.length === 0) return entry ? undefined : NO_SESSION;
    const record = recordOf(fields);
    let known = entry && this.#known.get(entry);
    if (entry === undefined || known === undefined) {
      const made = this.#restore(id, caller, record);
      if ("status" in made) return made;
      entry = made;
      known = this.#begin(id, entry);
    }
    bringUpToDate(entry, known, record);
    return undefined;
  }

  /**
   * Creates a copy of a session in this process. The session was opened in
   * another process.
   */
  #restore(
    id: string,
    caller: HttpCaller,
    record: ReadonlyMap<string, string>,
  ): SessionEntry | Rejection {
    const said = record.get("i") ?? "";
    const scopes = JSON.parse(record.get("c") ?? "[]") as string[];
    const entry = this.table.create(id, caller, scopes, said.length);
    if ("status" in entry) return entry;
    const message = JSON.parse(said) as { readonly id: RequestId };
    entry.session.open(message, message.id, DISCARDED_REPLY, { session: id });
    const { version } = entry.connection.endpoint.protocol;
    if (record.get("v") === version) return entry;
    // Another version of the program, with support for other protocol
    // revisions, opened the session. This process cannot continue it.
    this.table.entries.delete(id);
    void entry.connection.close();
    return NO_SESSION;
  }

  /**
   * Saves the changes that a message made to a session. Returns undefined if
   * the message made no changes.
   */
  save(id: string): Promise<unknown> | undefined {
    const entry = this.table.entries.get(id);
    const known = entry && this.#known.get(entry);
    if (entry === undefined || known === undefined) return undefined;
    const now = sessionStateOf(entry.connection);
    const changes = changesSince(known, now);
    if (changes.length === 0) return undefined;
    // Another process may have changed the session record at the same time. The
    // number of the last change is therefore cleared, so that the next update
    // reads the whole record.
    known.number = "";
    const keys = [this.node.store.sessionKey(toSessionId(id))];
    return this.node.store
      .run(SAVE_STEP, keys, changes.map(toText))
      .then(() => Object.assign(known, now));
  }

  /**
   * Returns true if the session has changes that are not saved in the store.
   */
  isUnsaved(id: string): boolean {
    const entry = this.table.entries.get(id);
    const known = entry && this.#known.get(entry);
    return (
      entry !== undefined &&
      known !== undefined &&
      changesSince(known, sessionStateOf(entry.connection)).length > 0
    );
  }
}

/**
 * Returns the owner field of a session record. It is empty for anonymous
 * callers, so that they never match a named owner.
 */
function ownerField(subject: string | undefined): string {
  return subject === undefined ? "" : `=${subject}`;
}
