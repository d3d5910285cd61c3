import {
  MIN_REQUEST_LENGTH,
  ConnectionQuota,
} from "../../../limits/quota-registry.js";
import { QuotaShares } from "../../../limits/quota-share.js";
import { SessionSlots } from "../../../limits/session-slots.js";
import { createSession } from "../../../protocol/connection/session.js";
import { TOO_MANY } from "../../security/callers.js";
import { HttpSession } from "./session.js";
import type { Connection } from "../../../protocol/connection/connection.js";
import type { HttpCaller } from "../../security/auth.js";
import type { HttpSettings } from "../options.js";
import type { KeepAlive } from "../keep-alive.js";
import type { Rejection } from "../../body/rejection.js";
import type { ServerCore } from "../../../protocol/server-core.js";
import type { SessionSlot } from "../../../limits/session-slots.js";

/** Entry of an open session. */
export interface SessionEntry extends SessionSlot {
  readonly session: HttpSession;
  readonly connection: Connection;
  /**
   * Scopes that the `initialize` request of the session needed. GET and DELETE
   * requests need the same scopes.
   */
  readonly scopes: readonly string[];
  /** Number of requests that used the session. */
  uses: number;
}

/**
 * Table of the open sessions. Creates sessions within the quotas of the server,
 * and ends them.
 */
export class SessionTable {
  readonly entries: Map<string, SessionEntry> = new Map<string, SessionEntry>();
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;
  readonly #attached: KeepAlive;
  readonly #slots: SessionSlots;
  readonly #backlogs = new QuotaShares();

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.#server = server;
    this.#settings = settings;
    this.#attached = attached;
    const { maxSessions, sessionIdle } = settings;
    const perClient = Math.ceil(maxSessions / 2);
    this.#slots = new SessionSlots(maxSessions, sessionIdle, perClient);
  }

  /**
   * Creates the entry of a session before `initialize` is processed. Returns a
   * rejection if the quotas do not allow the session. `infoLength` is the
   * length of the client info.
   */
  create(
    id: string,
    { account, subject }: HttpCaller,
    scopes: readonly string[],
    infoLength: number,
  ): SessionEntry | Rejection {
    const length = Math.max(MIN_REQUEST_LENGTH, infoLength);
    if (!account.fits(length)) return TOO_MANY;
    if (!this.#slots.tryReserve(account.holder)) {
      const headers = { "retry-after": "60" };
      return { status: 503, message: "Too many sessions are open", headers };
    }
    const { maxWaiting, retry, events, streamAfter, report, shared } =
      this.#settings;
    const server = this.#server;
    const holding = new ConnectionQuota(account.openSession(id));
    // The client info counts towards the memory quota of the client as long as
    // the session exists.
    holding.keep(length);
    let connection: Connection | undefined;
    const session = new HttpSession({
      id,
      owner: subject,
      streamAfter,
      backlogs: this.#backlogs,
      shared,
      streams: {
        prefix: id,
        holder: account.holder,
        store: events,
        get polling() {
          return connection?.endpoint.protocol.http.polling ?? false;
        },
        retry,
        maxWaiting,
        attached: this.#attached,
        report,
      },
      onEnd: () => {
        this.entries.delete(id);
        this.#slots.delete(entry);
        holding.release();
        account.closeSession(id);
      },
    });
    connection = server.keep(server.accept(session, holding));
    session.start(connection);
    connection.session = createSession(connection);
    const entry: SessionEntry = {
      session,
      connection,
      scopes,
      used: Date.now(),
      uses: 0,
      holder: account.holder,
      get busy() {
        return session.busy;
      },
      end: () => void this.end(entry),
    };
    this.entries.set(id, entry);
    this.#slots.add(entry);
    return entry;
  }

  /** Ends a session. Resolves when the connection of the session is closed. */
  end({ session, connection }: SessionEntry): Promise<void> {
    this.entries.delete(session.id);
    return connection.close();
  }

  /** Waits up to a second for responses, then ends all sessions. */
  async close(): Promise<void> {
    this.#slots.close();
    const ends = [...this.entries.values()].map(({ connection }) => {
      connection.ended();
      return connection.done;
    });
    await Promise.all(ends);
  }
}
