/** Sessions in the store, and as this process has them. */
import { after, unref } from "../limits/timer.js";
import { NOBODY } from "./deferred-reply.js";
import {
  bringUpToDate,
  changesSince,
  FORM,
  recordOf,
  sessionStateOf,
} from "./record.js";
import { END_STEP, OPEN_STEP, SAVE_STEP } from "./store/scripts.js";
import { StoreError } from "./store/store.js";
import type { RequestId } from "../json-rpc/messages/messages.js";
import type { HttpCaller } from "../http/security/auth.js";
import type { Refusal } from "../http/body/messages.js";
import type { SessionEntry, Sessions } from "../http/server/sessions.js";
import type { StoreMember } from "./cluster-node.js";
import type { Known } from "./record.js";

const NO_SESSION: Refusal = {
  status: 404,
  message: "There is no such session",
};

/** Longest life of a key, in milliseconds: a year. */
const MAX_LIFE = 31_536_000_000;

/** What clocks and the way to the store may add to the life of a session. */
const SLACK = 2_000;

/** Takes sessions over from the store, and keeps there what they become. */
export class KeptSessions {
  readonly member: StoreMember;
  /** Those of this process. */
  readonly here: Sessions;
  /** How long a session lives that is not used, in milliseconds. */
  readonly life: number;
  /** Called with each that ends here. */
  readonly onEnd: Set<(id: string) => void> = new Set<(id: string) => void>();
  readonly #known = new Map<string, Known>();
  /** Which end here and go on elsewhere. */
  readonly #leaving = new Set<string>();
  readonly #endings = new Map<string, Promise<unknown>>();

  constructor(member: StoreMember, here: Sessions, idle: number) {
    this.member = member;
    this.here = here;
    this.life = Math.min(idle, MAX_LIFE);
  }

  /** Whether that session goes on elsewhere. */
  stays(id: string): boolean {
    return this.#leaving.has(id) || !this.here.entries.has(id);
  }

  /** Resolves when all that ended has ended everywhere. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#endings.values());
  }

  /** The key of a session, or of what belongs to it. */
  key(session: string, ...rest: readonly string[]): string {
    return this.member.store.key(session, ...rest);
  }

  /** A script that first looks at the session for its owner. */
  async run(
    script: string,
    keys: readonly string[],
    id: string,
    { subject }: Pick<HttpCaller, "subject">,
    rest: readonly (string | number)[] = [],
  ): Promise<unknown> {
    await this.member.ready();
    const known = this.here.entries.has(id) ? this.#known.get(id) : undefined;
    const args = [ownerField(subject), known?.number ?? "", this.life, ...rest];
    return this.member.store.run(script, keys, args);
  }

  /** Keeps a session that was opened here. */
  async open(
    id: string,
    message: unknown,
    scopes: readonly string[],
  ): Promise<void> {
    const entry = this.here.entries.get(id);
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
        s: this.member.seen,
      };
      const args = [this.life, ...Object.entries(fields).flat()];
      await this.member.store.run(OPEN_STEP, [this.key(id)], args);
    } catch (error) {
      this.leave(entry);
      throw error;
    }
  }

  /** A session is here from now on. */
  #begin(id: string, entry: SessionEntry): Known {
    const known = {
      number: "1",
      isOpen: false,
      level: "",
      uris: new Set<string>(),
    };
    this.#known.set(id, known);
    entry.end = () => {
      const unused = Date.now() - entry.used;
      this.stay(id);
      this.leave(entry);
      // Unless another process has used it since.
      void this.end(id, Math.max(0, this.life - unused + SLACK));
    };
    void entry.connection.done.then(() => {
      this.#known.delete(id);
      for (const call of this.onEnd) call(id);
      if (!this.#leaving.delete(id)) void this.end(id);
    });
    return known;
  }

  /** The session, and its tasks, may go on elsewhere. */
  stay(id: string): void {
    const { staying } = this.member;
    const owner = `connection ${id}`;
    this.#leaving.add(id);
    staying.add(owner);
    unref(after(SLACK, () => staying.delete(owner)));
  }

  /** Ends a session here alone. */
  leave({ session, connection }: SessionEntry): void {
    this.#leaving.add(session.id);
    this.here.entries.delete(session.id);
    void connection.close();
  }

  /** Ends a session everywhere; only if it has not longer to live than that. */
  end(id: string, life: number | "" = ""): Promise<unknown> {
    const { store } = this.member;
    const told = this.member.tells("end", { s: id });
    const keys = [this.key(id), this.key(id, "w"), this.key(id, "s")];
    const ending =
      this.#endings.get(id) ??
      store
        .run(END_STEP, keys, [store.channel(), told, life])
        .finally(() => this.#endings.delete(id));
    this.#endings.set(id, ending);
    ending.catch(() => {});
    return ending;
  }

  /** Has the session here as it is; else says why not. */
  take(
    id: string,
    caller: HttpCaller,
    fields: readonly string[] | null,
  ): Refusal | undefined {
    let entry = this.here.entries.get(id);
    if (fields === null) {
      if (entry && entry.session.owner === caller.subject) this.leave(entry);
      return NO_SESSION;
    }
    if (fields.length === 0) return entry ? undefined : NO_SESSION;
    const record = recordOf(fields);
    let known = this.#known.get(id);
    if (entry === undefined || known === undefined) {
      const made = this.#restore(id, caller, record);
      if ("status" in made) return made;
      entry = made;
      known = this.#begin(id, entry);
    }
    bringUpToDate(entry, known, record);
    return undefined;
  }

  /** A session as it was opened, elsewhere. */
  #restore(
    id: string,
    caller: HttpCaller,
    record: ReadonlyMap<string, string>,
  ): SessionEntry | Refusal {
    if (record.get("f") !== FORM) return NO_SESSION;
    const said = record.get("i") ?? "";
    const scopes = JSON.parse(record.get("c") ?? "[]") as string[];
    const entry = this.here.enter(id, caller, scopes, said.length);
    if ("status" in entry) return entry;
    const message = JSON.parse(said) as { readonly id: RequestId };
    entry.session.open(message, message.id, NOBODY, { session: id });
    const { version } = entry.connection.endpoint.protocol;
    if (record.get("v") === version) return entry;
    // A version of this program that speaks other revisions.
    this.here.entries.delete(id);
    void entry.connection.close();
    return NO_SESSION;
  }

  /** Keeps what a message changed; undefined when that is nothing. */
  save(id: string): Promise<unknown> | undefined {
    const entry = this.here.entries.get(id);
    const known = this.#known.get(id);
    if (entry === undefined || known === undefined) return undefined;
    const now = sessionStateOf(entry.connection);
    const changes = changesSince(known, now);
    if (changes.length === 0) return undefined;
    // Another process may have changed something else: that is looked at again.
    known.number = "";
    return this.member.store
      .run(SAVE_STEP, [this.key(id)], changes)
      .then(() => Object.assign(known, now));
  }

  /** Whether something has not been kept so far. */
  isUnsaved(id: string): boolean {
    const entry = this.here.entries.get(id);
    const known = this.#known.get(id);
    return (
      entry !== undefined &&
      known !== undefined &&
      changesSince(known, sessionStateOf(entry.connection)).length > 0
    );
  }
}

/** Whose a session is; not that of nobody is. */
function ownerField(subject: string | undefined): string {
  return subject === undefined ? "" : `=${subject}`;
}
