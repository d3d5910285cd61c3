/**
 * Fake session table without a transport, for unit tests of the session
 * repository.
 */
import type { HttpCaller } from "../../../runtime/http/security/auth.js";
import type {
  SessionEntry,
  SessionTable,
} from "../../../runtime/http/server/sessions/session-table.js";
import type { Rejection } from "../../../runtime/http/body/rejection.js";

export interface FakeSession {
  readonly entry: SessionEntry;
  /** Messages that the session received or sent, in order. */
  readonly messages: unknown[];
  /**
   * Number of stored characters that the session has charged to the quota of
   * its client.
   */
  readonly kept: number;
  /** Connection of the session, with only the members that tests change. */
  readonly connection: {
    phase: string;
    peer: { logLevel?: string | undefined };
    readonly traffic: { readonly uris: Set<string> };
  };
}

export interface FakeTable {
  readonly table: SessionTable;
  readonly sessions: Map<string, FakeSession>;
  /** Adds an open session. The owner is `ann` by default. */
  add(id: string, owner?: string | undefined): FakeSession;
  /**
   * Arguments of each call of `table.create`, which restores a session from the
   * store.
   */
  readonly created: unknown[];
  /** Rejection that `table.create` returns instead of a session, if set. */
  rejection: Rejection | undefined;
}

export const VERSION = "2000-01-01";

export function fakeTable(): FakeTable {
  const entries = new Map<string, SessionEntry>();
  const sessions = new Map<string, FakeSession>();
  const created: unknown[] = [];
  const add = (id: string, owner?: string): FakeSession => {
    const messages: unknown[] = [];
    let kept = 0;
    let finish = (): void => {};
    const done = new Promise<void>((resolve) => (finish = resolve));
    const connection = {
      phase: "open",
      peer: {},
      traffic: {
        uris: new Set<string>(),
        keep: (length: number) => void (kept += length),
      },
      done,
      close: () => Promise.resolve(finish()),
      report: (error: Error) => messages.push(error.message),
      endpoint: {
        protocol: { version: VERSION },
        lifecycle: {
          broadcast: (_: unknown, method: string, params: unknown) =>
            messages.push({ broadcast: method, params }),
        },
      },
    };
    const session = {
      id,
      owner,
      open: (message: unknown) => messages.push({ open: message }),
      receive: (message: unknown) => messages.push(message),
      tell: (message: unknown) => messages.push({ tell: message }),
      streams: { listener: undefined },
    };
    const entry = {
      session,
      connection,
      scopes: [],
      holder: "client",
      used: Date.now(),
      uses: 0,
      busy: false,
      end() {},
    } as unknown as SessionEntry;
    const made: FakeSession = {
      entry,
      messages,
      get kept() {
        return kept;
      },
      connection,
    };
    entries.set(id, entry);
    sessions.set(id, made);
    return made;
  };
  const fake: FakeTable = {
    table: {
      entries,
      create(
        id: string,
        { subject }: HttpCaller,
        scopes: readonly string[],
        length: number,
      ) {
        created.push({ id, subject, scopes, length });
        return fake.rejection ?? add(id, subject).entry;
      },
    } as unknown as SessionTable,
    sessions,
    add: (id, owner = "ann") => add(id, owner),
    created,
    rejection: undefined,
  };
  return fake;
}
