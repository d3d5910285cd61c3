import { attempt } from "../../json-rpc/promises.js";
import { encodeMessage } from "../messages.js";
import { LISTEN_STEP, TELL_STEP } from "../store/session-scripts.js";
import { toCount, toText } from "../store/values.js";
import type { HttpCaller } from "../../http/security/auth.js";
import type { QueuedMessage } from "../../http/server/sessions/backlog.js";
import type { Rejection } from "../../http/body/rejection.js";
import type { SessionId, StoreArgument } from "../store/values.js";
import type { SessionRepository } from "./session-repository.js";

/**
 * Sends messages that belong to no request. Only the process that holds the
 * client's GET stream can send them; this may be another process.
 */
export class Listeners {
  readonly #sessions: SessionRepository;
  /**
   * Ids of the sessions whose client has a GET stream to this process. An id is
   * kept after the stream has closed, until the client opens a stream to another
   * process or the session ends.
   */
  readonly homes: Set<string> = new Set<string>();

  constructor(kept: SessionRepository) {
    this.#sessions = kept;
    kept.onEnd.add((id) => this.homes.delete(id));
  }

  /**
   * Sends a message through the process that holds the client's GET stream. If
   * no process has such a stream, stores the message until the client opens
   * one.
   */
  tell(session: SessionId, { method, data }: QueuedMessage, deaf = ""): void {
    const { store, name } = this.#sessions.node;
    const text = encodeMessage("tell", {
      s: session,
      m: method,
      d: data,
    });
    const waits = toText(JSON.stringify({ method, data }));
    // The store must not select a process that cannot deliver the message: this
    // process, which has no GET stream of the client, or the process `deaf`,
    // which is no longer running.
    const deafs = toText(deaf || name);
    const args = [this.#sessions.life, store.channels, deafs, text, waits];
    store
      .run(TELL_STEP, this.#sessions.keys(session), [...args, store.maxBytes])
      .then(async (to) => {
        if (typeof to !== "string" || to === "" || deaf !== "") return;
        if (await this.#sessions.node.isAlive(to)) return;
        this.tell(session, { method, data }, to);
      })
      .catch(() => {}); // the store reports the failure itself
  }

  /**
   * Registers this process as the holder of the GET stream of a session's
   * client.
   */
  async hear(
    id: SessionId,
    caller: HttpCaller,
    go: () => void,
  ): Promise<Rejection | undefined> {
    const found = await this.#sessions.run(
      LISTEN_STEP,
      id,
      caller,
      this.hearing(id),
    );
    const [fields, seen, waiting] = (found ?? [null]) as HeardReply;
    const problem = this.#sessions.update(id, caller, fields);
    if (problem) return problem;
    this.homes.add(id);
    go();
    this.deliver(id, Number(seen), waiting);
    return undefined;
  }

  /**
   * Returns the arguments for the Lua script that registers this process as the
   * holder of a client's GET stream.
   */
  hearing(id: SessionId): StoreArgument[] {
    const { store, seen } = this.#sessions.node;
    const away = encodeMessage("away", { s: id });
    return [store.channels, away, toCount(seen)];
  }

  /**
   * Sends the messages and broadcast notifications that the client of a session
   * missed while it had no GET stream.
   */
  deliver(id: string, seen: number, waiting: readonly string[]): void {
    const entry = this.#sessions.table.entries.get(id);
    if (entry === undefined) return;
    for (const text of waiting)
      entry.session.tell(JSON.parse(text) as QueuedMessage);
    const { connection } = entry;
    const sent = new Set<string>();
    for (const { number, method, params } of this.#sessions.node.changes) {
      if (number <= seen) continue;
      const key = JSON.stringify([method, params]);
      if (sent.has(key)) continue;
      sent.add(key);
      attempt(
        () =>
          connection.endpoint.lifecycle.broadcast(connection, method, params),
        (error) => connection.report(error),
      );
    }
  }
}

type HeardReply = [
  record: readonly string[] | null,
  seen: string,
  waiting: readonly string[],
];
