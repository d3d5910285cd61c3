import { fault } from "../http/body/fault.js";
import { isObject } from "../validation/guards.js";
import { SESSION_HEADER } from "../http/server/session.js";
import { heldReply } from "./deferred-reply.js";
import { KeptSessions } from "./session-repository.js";
import { Listeners } from "./listeners.js";
import { mayChange } from "./record.js";
import { ResumedStreams } from "./resumed-streams.js";
import { KEEP_STEP, TOUCH_STEP } from "./store/scripts.js";
import { StoreError } from "./store/store.js";
import { sorted } from "./routing.js";
import type { RequestId } from "../json-rpc/messages/messages.js";
import type { HttpCaller } from "../http/security/auth.js";
import type { SessionHandler } from "../http/server/handlers.js";
import type { Waiting } from "../http/server/backlog.js";
import type { Content, Refuse } from "../http/body/messages.js";
import type { SessionEntry, Sessions } from "../http/server/sessions.js";
import type { HttpHeaders, HttpReply, HttpRequest } from "../http/types.js";
import type { SharedEvents } from "./events.js";
import type { StoreMember, Told } from "./cluster-node.js";

/** Form of the ids of sessions. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Id of an event: that of its stream, and its number there. */
const EVENT_ID = /^([\w.]+)-(\d+)$/;

/**
 * Sessions that any process goes on with: each has those that it was asked for, and
 * looks at the store whether they are as it knows them before it answers.
 */
export class SharedSessions implements SessionHandler {
  readonly #kept: KeptSessions;
  readonly #listeners: Listeners;
  readonly #streams: ResumedStreams;
  readonly #events: SharedEvents;
  readonly #report: (problem: Error) => void;
  #lastKept = Date.now();

  constructor(
    member: StoreMember,
    events: SharedEvents,
    here: Sessions,
    idle: number,
    report: (problem: Error) => void,
  ) {
    const kept = new KeptSessions(member, here, idle);
    this.#kept = kept;
    this.#listeners = new Listeners(kept);
    this.#streams = new ResumedStreams(kept, this.#listeners, events, report);
    this.#events = events;
    this.#report = report;
    this.#hearOthers();
  }

  has(id: string): boolean {
    return SESSION_ID.test(id);
  }

  post(
    message: unknown,
    content: Content,
    scopes: readonly string[],
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const here = this.#kept.here;
    const id = request.header(SESSION_HEADER);
    const [first] = content.ids;
    if (id === undefined) {
      const opening = this.#held(reply, refuse, first, (headers) => {
        const opened = headers[SESSION_HEADER];
        return opened === undefined
          ? undefined
          : this.#kept.open(opened, message, scopes);
      });
      this.#try(refuse, first, async () => {
        await this.#kept.member.ready();
        here.post(message, content, scopes, request, opening, caller, refuse);
      });
      return;
    }
    this.#try(refuse, first, async () => {
      const { store, name } = this.#kept.member;
      const forwards: string[] = [];
      const own = sorted(
        message,
        name,
        (one) => here.entries.get(id)?.session.answering([one]) ?? false,
        (forward) => {
          const kind = forward.to === "" ? "cancel" : "got";
          const told = { s: id, m: forward.message };
          forwards.push(
            store.channel(forward.to),
            this.#kept.member.tells(kind, told),
          );
        },
      );
      const touched = await this.#kept.run(
        TOUCH_STEP,
        [this.#kept.key(id)],
        id,
        caller,
        forwards,
      );
      const problem = this.#kept.take(id, caller, touched as string[] | null);
      if (problem) return refuse({ ...problem, id: first });
      if (own === undefined) return reply.send(202, {});
      const changes = mayChange(own) || this.#kept.isUnsaved(id);
      const to = changes
        ? this.#held(reply, refuse, first, () => this.#kept.save(id))
        : reply;
      here.post(own, content, scopes, request, to, caller, refuse);
    });
  }

  get(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const id = request.header(SESSION_HEADER);
    const last = request.header("last-event-id");
    if (id === undefined)
      return this.#kept.here.get(request, reply, caller, refuse);
    this.#try(refuse, undefined, async () => {
      const [, stream = "", number = ""] = EVENT_ID.exec(last ?? "") ?? [];
      const go = (): void => {
        reply.onGone(() => this.#listeners.left(id));
        this.#kept.here.get(request, reply, caller, (refusal) => {
          this.#listeners.left(id);
          refuse(refusal);
        });
      };
      const problem =
        stream === ""
          ? await this.#listeners.hear(id, caller, go)
          : await this.#streams.resume(id, caller, stream, Number(number), go);
      if (problem) refuse(problem);
    });
  }

  delete(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void {
    const id = request.header(SESSION_HEADER);
    if (id === undefined) {
      return this.#kept.here.delete(request, reply, caller, refuse);
    }
    this.#try(refuse, undefined, async () => {
      const touched = await this.#kept.run(
        TOUCH_STEP,
        [this.#kept.key(id)],
        id,
        caller,
      );
      const problem = this.#kept.take(id, caller, touched as string[] | null);
      if (problem) return refuse(problem);
      const ended = this.#held(reply, refuse, undefined, () =>
        this.#kept.end(id),
      );
      this.#kept.here.delete(request, ended, caller, refuse);
    });
  }

  lapse(request: HttpRequest, caller: HttpCaller): void {
    this.#kept.here.lapse(request, caller);
  }

  /** Leaves the sessions to other processes. */
  async close(): Promise<void> {
    this.stay();
    await this.#kept.here.close();
    await this.#events.flushed();
    await this.#kept.ended();
    await this.#kept.member.leave();
  }

  /** From now on all that ends here goes on elsewhere. */
  stay(): void {
    this.#events.closing = true;
    for (const id of this.#kept.here.entries.keys()) this.#kept.stay(id);
  }

  listens(session: string): boolean {
    return this.#listeners.homes.has(session);
  }

  /** Sends what belongs to no request where the client listens. */
  tell(session: string, message: Waiting): void {
    this.#listeners.tell(session, message);
  }

  /** Does something with the store; the request is refused when that fails. */
  #try(
    refuse: Refuse,
    id: RequestId | undefined,
    work: () => Promise<void>,
  ): void {
    work().catch((error: unknown) => this.#failed(error, refuse, id));
  }

  #failed(error: unknown, refuse: Refuse, id: RequestId | undefined): void {
    if (!(error instanceof StoreError)) {
      return fault(error, refuse, { report: this.#report });
    }
    const message = "The store of sessions does not answer; try again";
    refuse({ status: 503, message, id, headers: { "retry-after": "1" } });
  }

  /** A reply that goes out once something is kept; 503 when that fails. */
  #held(
    reply: HttpReply,
    refuse: Refuse,
    id: RequestId | undefined,
    work: (headers: HttpHeaders) => Promise<unknown> | undefined,
  ): HttpReply {
    return heldReply(reply, work, (error) => this.#failed(error, refuse, id));
  }

  /** What other processes tell. */
  #hearOthers(): void {
    const { on, onBeat } = this.#kept.member;
    const entryOf = ({ s }: Told): SessionEntry | undefined =>
      this.#kept.here.entries.get(String(s));
    on.end = (told) => {
      const entry = entryOf(told);
      if (entry) this.#kept.leave(entry);
    };
    on.got = (told) =>
      entryOf(told)?.session.receive(told.m, { session: String(told.s) });
    on.cancel = (told) => {
      const entry = entryOf(told);
      const params =
        isObject(told.m) && isObject(told.m.params) && told.m.params;
      const id = (params || {}).requestId as RequestId;
      if (entry?.session.answering([id])) {
        entry.session.receive(told.m, { session: String(told.s) });
      }
    };
    on.tell = (told) => {
      const message = { method: String(told.m), data: String(told.d) };
      const entry = entryOf(told);
      if (entry) entry.session.tell(message);
      else this.#listeners.tell(String(told.s), message);
    };
    on.away = (told) => void this.#listeners.homes.delete(String(told.s));
    on.cut = (told) => this.#streams.cut(String(told.s), String(told.i));
    on.event = (told) => {
      const { s, i, e, x } = told;
      this.#streams.told(String(s), String(i), e, x !== "");
    };
    onBeat.add(() => this.#keepBusy());
  }

  /** Sessions in which something goes on live on. */
  #keepBusy(): void {
    const now = Date.now();
    if (now - this.#lastKept < this.#kept.life / 4) return;
    this.#lastKept = now;
    for (const { session } of this.#kept.here.entries.values()) {
      if (!session.busy) continue;
      const keys = [this.#kept.key(session.id)];
      this.#kept.member.store
        .run(KEEP_STEP, keys, [this.#kept.life])
        .catch(() => {});
    }
  }
}
