import { attempt } from "../json-rpc/promises.js";
import { LEAVE_STEP, LISTEN_STEP, TELL_STEP } from "./store/scripts.js";
import type { HttpCaller } from "../http/security/auth.js";
import type { Waiting } from "../http/server/backlog.js";
import type { Refusal } from "../http/body/messages.js";
import type { KeptSessions } from "./session-repository.js";

/** What clients hear that belongs to no request: by the process that they listen to. */
export class Listeners {
  readonly #kept: KeptSessions;
  /** Sessions whose client listens here. */
  readonly homes: Set<string> = new Set<string>();

  constructor(kept: KeptSessions) {
    this.#kept = kept;
    kept.onEnd.add((id) => this.homes.delete(id));
  }

  /** Sends what belongs to no request by the process that the client listens to. */
  tell(session: string, { method, data }: Waiting, deaf = ""): void {
    const { store, name } = this.#kept.member;
    const told = this.#kept.member.tells("tell", {
      s: session,
      m: method,
      d: data,
    });
    const keys = [this.#kept.key(session), this.#kept.key(session, "w")];
    const waits = JSON.stringify({ method, data });
    // Who listens here was not found to be listening.
    const args = [this.#kept.life, store.channels, deaf || name];
    store
      .run(TELL_STEP, keys, [...args, told, waits])
      .then(async (to) => {
        if (typeof to !== "string" || to === "" || deaf !== "") return;
        if (await this.#kept.member.isThere(to)) return;
        this.tell(session, { method, data }, to);
      })
      .catch(() => {}); // the store tells of it
  }

  /** The client wants to hear what belongs to no request, here. */
  async hear(
    id: string,
    caller: HttpCaller,
    go: () => void,
  ): Promise<Refusal | undefined> {
    const keys = [this.#kept.key(id), this.#kept.key(id, "w")];
    const found = await this.#kept.run(
      LISTEN_STEP,
      keys,
      id,
      caller,
      this.hearing(id),
    );
    const [fields, seen, waiting] = (found ?? [null]) as HeardReply;
    const problem = this.#kept.take(id, caller, fields);
    if (problem) return problem;
    this.homes.add(id);
    go();
    this.deliver(id, Number(seen), waiting);
    return undefined;
  }

  /** What says who hears from now on. */
  hearing(id: string): (string | number)[] {
    const { store, name, seen } = this.#kept.member;
    const away = this.#kept.member.tells("away", { s: id });
    return [name, store.channels, away, seen];
  }

  /** Tells a session what nobody was there to tell it. */
  deliver(id: string, seen: number, waiting: readonly string[]): void {
    const entry = this.#kept.here.entries.get(id);
    if (entry === undefined) return;
    for (const text of waiting) entry.session.tell(JSON.parse(text) as Waiting);
    const { connection } = entry;
    const told = new Set<string>();
    for (const { number, method, params } of this.#kept.member.changes) {
      const key = JSON.stringify([method, params]);
      if (number <= seen || told.has(key)) continue;
      told.add(key);
      attempt(
        () =>
          connection.endpoint.lifecycle.broadcast(connection, method, params),
        (error) => connection.report(error),
      );
    }
  }

  /** The client may not listen here any more. */
  left(id: string): void {
    const session = this.#kept.here.entries.get(id)?.session;
    if (session?.listeners.some(({ attached }) => attached)) return;
    if (!this.homes.delete(id)) return;
    const { store, name, seen } = this.#kept.member;
    store.run(LEAVE_STEP, [this.#kept.key(id)], [name, seen]).catch(() => {});
  }
}

type HeardReply = [
  record: readonly string[] | null,
  seen: string,
  waiting: readonly string[],
];
