import { asError, INTERNAL } from "../connection/json-rpc/errors.js";
import { attempt } from "../connection/promises.js";
import { after, unref } from "../connection/timer.js";
import { fault } from "../http/request/fault.js";
import { isObject } from "../validation/guards.js";
import { SESSION_HEADER } from "../http/server/session.js";
import { Mirrors } from "./mirrors.js";
import {
  bringUpToDate,
  changesSince,
  FORM,
  mayChange,
  recordOf,
} from "./record.js";
import {
  END_STEP,
  KEEP_STEP,
  LEAVE_STEP,
  LISTEN_STEP,
  OPEN_STEP,
  RESUME_STEP,
  SAVE_STEP,
  TELL_STEP,
  TOUCH_STEP,
} from "./scripts.js";
import { StoreError } from "./store.js";
import { sorted } from "./traffic.js";
import type { RequestId } from "../connection/json-rpc/messages.js";
import type { HttpCaller } from "../http/request/auth.js";
import type { SessionWay } from "../http/request/shared.js";
import type { Waiting } from "../http/server/backlog.js";
import type { Content, Refusal, Refuse } from "../http/server/messages.js";
import type { SessionEntry, Sessions } from "../http/server/sessions.js";
import type { HttpHeaders, HttpReply, HttpRequest } from "../http/types.js";
import type { SharedEvents } from "./events.js";
import type { StoreMember, Told } from "./member.js";
import type { MirroredStream, ToldEvents } from "./mirrors.js";
import type { Known } from "./record.js";

/** Form of the ids of sessions. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Id of an event: that of its stream, and its number there. */
const EVENT_ID = /^([\w.]+)-(\d+)$/;

const NO_SESSION: Refusal = {
  status: 404,
  message: "There is no such session",
};

const LOST_CALL =
  "The process that ran this call has ended; it is not run again";

/** Answers nobody: the reply to a message that was answered long ago. */
const NOBODY: HttpReply = {
  send() {},
  stream: () => ({
    write() {},
    waiting: 0,
    drained: () => Promise.resolve(),
    end() {},
    destroy() {},
  }),
  onGone() {},
};

/**
 * Sessions that any process goes on with: each has those that it was asked for, and
 * looks at the store whether they are as it knows them before it answers.
 */
export class SharedSessions implements SessionWay {
  readonly #member: StoreMember;
  readonly #events: SharedEvents;
  readonly #report: (problem: Error) => void;
  /** How long a session lives that is not used, in milliseconds. */
  readonly #life: number;
  /** Those of this process. */
  readonly #here: Sessions;
  readonly #known = new Map<string, Known>();
  /** Whose client listens here. */
  readonly #homes = new Set<string>();
  /** Which end here and go on elsewhere. */
  readonly #leaving = new Set<string>();
  readonly #endings = new Map<string, Promise<unknown>>();
  readonly #mirrors: Mirrors;
  #lastKept = Date.now();

  constructor(
    member: StoreMember,
    events: SharedEvents,
    here: Sessions,
    idle: number,
    report: (problem: Error) => void,
  ) {
    this.#member = member;
    this.#events = events;
    this.#report = report;
    this.#life = Math.min(idle, MAX_LIFE);
    this.#here = here;
    this.#mirrors = new Mirrors((name, number) => events.after(name, number));
    events.life = this.#life;
    events.stays = (session) =>
      this.#leaving.has(session) || !here.entries.has(session);
    events.onMoved = (session, stream, lost) => {
      this.#cut(session, stream);
      for (const { data } of lost) {
        const { method } = JSON.parse(data) as { method?: string };
        if (method !== undefined) this.tell(session, { method, data });
      }
    };
    this.#listen();
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
    const here = this.#here;
    const id = request.header(SESSION_HEADER);
    const [first] = content.ids;
    if (id === undefined) {
      const opening = this.#held(reply, refuse, first, (headers) => {
        const opened = headers[SESSION_HEADER];
        return opened === undefined
          ? undefined
          : this.#open(opened, message, scopes);
      });
      this.#try(refuse, first, async () => {
        await this.#member.ready();
        here.post(message, content, scopes, request, opening, caller, refuse);
      });
      return;
    }
    this.#try(refuse, first, async () => {
      const { store, name } = this.#member;
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
            this.#member.tells(kind, told),
          );
        },
      );
      const touched = await this.#run(
        TOUCH_STEP,
        [this.#key(id)],
        id,
        caller,
        forwards,
      );
      const problem = this.#take(id, caller, touched as string[] | null);
      if (problem) return refuse({ ...problem, id: first });
      if (own === undefined) return reply.send(202, {});
      const to = mayChange(own)
        ? this.#held(reply, refuse, first, () => this.#save(id))
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
    if (id === undefined) return this.#here.get(request, reply, caller, refuse);
    this.#try(refuse, undefined, async () => {
      const [, stream = "", number = ""] = EVENT_ID.exec(last ?? "") ?? [];
      const go = (): void => {
        reply.onGone(() => this.#left(id));
        this.#here.get(request, reply, caller, (refusal) => {
          this.#left(id);
          refuse(refusal);
        });
      };
      const problem =
        stream === ""
          ? await this.#hear(id, caller, go)
          : await this.#resume(id, caller, stream, Number(number), go);
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
      return this.#here.delete(request, reply, caller, refuse);
    }
    this.#try(refuse, undefined, async () => {
      const touched = await this.#run(TOUCH_STEP, [this.#key(id)], id, caller);
      const problem = this.#take(id, caller, touched as string[] | null);
      if (problem) return refuse(problem);
      const ended = this.#held(reply, refuse, undefined, () => this.#end(id));
      this.#here.delete(request, ended, caller, refuse);
    });
  }

  lapse(request: HttpRequest, caller: HttpCaller): void {
    this.#here.lapse(request, caller);
  }

  /** Leaves the sessions to other processes. */
  async close(): Promise<void> {
    this.#events.closing = true;
    for (const id of this.#here.entries.keys()) this.#stay(id);
    await this.#here.close();
    await this.#events.flushed();
    await Promise.all(this.#endings.values());
    await this.#member.leave();
  }

  listens(session: string): boolean {
    return this.#homes.has(session);
  }

  /** Sends what belongs to no request by the process that the client listens to. */
  tell(session: string, { method, data }: Waiting, deaf = ""): void {
    const { store, name } = this.#member;
    const told = this.#member.tells("tell", { s: session, m: method, d: data });
    const keys = [this.#key(session), this.#key(session, "w")];
    const waits = JSON.stringify({ method, data });
    // Who listens here was not found to be listening.
    const args = [this.#life, store.channels, deaf || name];
    store.run(TELL_STEP, keys, [...args, told, waits]).then(
      async (to) => {
        if (typeof to !== "string" || to === "" || deaf !== "") return;
        if (await this.#member.isThere(to)) return;
        this.tell(session, { method, data }, to);
      },
      () => {}, // the store tells of it
    );
  }

  #key(session: string, ...rest: readonly string[]): string {
    return this.#member.store.key(session, ...rest);
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

  /** A reply that goes out once something is done. */
  #held(
    reply: HttpReply,
    refuse: Refuse,
    id: RequestId | undefined,
    work: (headers: HttpHeaders) => Promise<unknown> | undefined,
  ): HttpReply {
    return {
      send: (status, headers, body) => {
        const pending = work(headers);
        if (pending === undefined) return reply.send(status, headers, body);
        pending.then(
          () => reply.send(status, headers, body),
          (error: unknown) => this.#failed(error, refuse, id),
        );
      },
      stream: (headers) => {
        const stream = reply.stream(headers);
        return {
          write: (text) => stream.write(text),
          get waiting() {
            return stream.waiting;
          },
          drained: () => stream.drained(),
          end: () => {
            void work({})?.catch(() => {});
            stream.end();
          },
          destroy: () => stream.destroy(),
        };
      },
      onGone: (callback) => reply.onGone(callback),
    };
  }

  /** A script that first looks at the session for its owner. */
  async #run(
    script: string,
    keys: readonly string[],
    id: string,
    { subject }: Pick<HttpCaller, "subject">,
    rest: readonly (string | number)[] = [],
  ): Promise<unknown> {
    await this.#member.ready();
    const known = this.#here.entries.has(id) ? this.#known.get(id) : undefined;
    const args = [
      ownerField(subject),
      known?.number ?? "",
      this.#life,
      ...rest,
    ];
    return this.#member.store.run(script, keys, args);
  }

  async #open(
    id: string,
    message: unknown,
    scopes: readonly string[],
  ): Promise<void> {
    const entry = this.#here.entries.get(id);
    if (entry === undefined) throw new StoreError("The session has ended");
    this.#begin(id, entry);
    const { session, connection } = entry;
    try {
      await this.#member.store.run(
        OPEN_STEP,
        [this.#key(id)],
        [
          this.#life,
          ...["o", ownerField(session.owner)],
          ...["f", FORM],
          ...["i", JSON.stringify(message)],
          ...["c", JSON.stringify(scopes)],
          ...["v", connection.endpoint.protocol.version],
          ...["s", this.#member.seen],
        ],
      );
    } catch (error) {
      this.#leave(entry);
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
      this.#stay(id);
      this.#leave(entry);
      // Unless another process has used it since.
      void this.#end(id, Math.max(0, this.#life - unused + SLACK));
    };
    void entry.connection.done.then(() => {
      this.#known.delete(id);
      this.#homes.delete(id);
      this.#mirrors.closeAll(id);
      this.#events.forget(id);
      if (!this.#leaving.delete(id)) void this.#end(id);
    });
    return known;
  }

  /** The session, and its tasks, may go on elsewhere. */
  #stay(id: string): void {
    const { staying } = this.#member;
    const owner = `connection ${id}`;
    this.#leaving.add(id);
    staying.add(owner);
    unref(after(SLACK, () => staying.delete(owner)));
  }

  /** Ends a session here alone. */
  #leave({ session, connection }: SessionEntry): void {
    this.#leaving.add(session.id);
    this.#here.entries.delete(session.id);
    void connection.close();
  }

  /** Ends a session everywhere; only if it has not longer to live than that. */
  #end(id: string, life: number | "" = ""): Promise<unknown> {
    const { store } = this.#member;
    const told = this.#member.tells("end", { s: id });
    const keys = [this.#key(id), this.#key(id, "w"), this.#key(id, "s")];
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
  #take(
    id: string,
    caller: HttpCaller,
    fields: readonly string[] | null,
  ): Refusal | undefined {
    let entry = this.#here.entries.get(id);
    if (fields === null) {
      if (entry && entry.session.owner === caller.subject) this.#leave(entry);
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
    const entry = this.#here.enter(id, caller, scopes, said.length);
    if ("status" in entry) return entry;
    const message = JSON.parse(said) as { readonly id: RequestId };
    entry.session.open(message, message.id, NOBODY, { session: id });
    const { version } = entry.connection.endpoint.protocol;
    if (record.get("v") === version) return entry;
    // A version of this program that speaks other revisions.
    this.#here.entries.delete(id);
    void entry.connection.close();
    return NO_SESSION;
  }

  /** Keeps what a message changed. */
  #save(id: string): Promise<unknown> | undefined {
    const entry = this.#here.entries.get(id);
    const known = this.#known.get(id);
    if (entry === undefined || known === undefined) return undefined;
    const changes = changesSince(known, entry.connection);
    if (changes.length === 0) return undefined;
    // Another process may have changed something else: that is looked at again.
    known.number = "";
    return this.#member.store.run(SAVE_STEP, [this.#key(id)], changes);
  }

  /** The client wants to hear what belongs to no request, here. */
  async #hear(
    id: string,
    caller: HttpCaller,
    go: () => void,
  ): Promise<Refusal | undefined> {
    const keys = [this.#key(id), this.#key(id, "w")];
    const found = await this.#run(
      LISTEN_STEP,
      keys,
      id,
      caller,
      this.#hearing(id),
    );
    const [fields, seen, waiting] = (found ?? [null]) as HeardReply;
    const problem = this.#take(id, caller, fields);
    if (problem) return problem;
    this.#homes.add(id);
    go();
    this.#deliver(id, Number(seen), waiting);
    return undefined;
  }

  /** The client comes back to a stream, whoever began it. */
  async #resume(
    id: string,
    caller: HttpCaller,
    stream: string,
    last: number,
    go: () => void,
  ): Promise<Refusal | undefined> {
    const { name } = this.#member;
    const there = this.#here.entries.get(id)?.session.streams.get(stream);
    if (
      !there ||
      this.#mirrors.all.some((one) => isMirrorOf(one, id, stream))
    ) {
      this.#mirrors.expect(id, stream);
    }
    let found = await this.#attach(id, caller, stream, "");
    const [, writer = name] = found;
    if (writer !== name && !(await this.#member.isThere(writer))) {
      found = await this.#attach(id, caller, stream, writer);
    }
    const problem = this.#take(id, caller, found[0]);
    if (problem) {
      this.#mirrors.close(id, stream);
      return problem;
    }
    const finish = await this.#adopt(id, stream, last, found);
    go();
    finish();
    if (found[2] === "[]") {
      this.#homes.add(id);
      this.#deliver(id, Number(found[5]), found[6] ?? []);
    }
    return undefined;
  }

  async #attach(
    id: string,
    caller: Pick<HttpCaller, "subject">,
    stream: string,
    dead: string,
  ): Promise<ResumeReply> {
    const keys = [this.#key(id), this.#key(id, "w"), this.#key(id, "s")];
    const cut = this.#member.tells("cut", { s: id, i: stream });
    const rest = [...this.#hearing(id), stream, dead, cut];
    const found = await this.#run(RESUME_STEP, keys, id, caller, rest);
    return (found ?? [null]) as ResumeReply;
  }

  /** What says who hears from now on. */
  #hearing(id: string): (string | number)[] {
    const { store, name, seen } = this.#member;
    const away = this.#member.tells("away", { s: id });
    return [name, store.channels, away, seen];
  }

  /**
   * Has the stream here that its client comes back to. What this returns is to be
   * called once it is read.
   */
  async #adopt(
    id: string,
    stream: string,
    last: number,
    found: ResumeReply,
  ): Promise<() => void> {
    const session = this.#here.entries.get(id)?.session;
    const [, writer, requests = "[]", count = "0", ended] = found;
    const name = `${id}/${stream}`;
    const there = session?.streams.get(stream);
    const isMirror = this.#mirrors.all.some((one) =>
      isMirrorOf(one, id, stream),
    );
    if (!session || writer === undefined || (there && !isMirror)) {
      this.#mirrors.close(id, stream);
      return () => {};
    }
    there?.cut();
    const own = writer === this.#member.name;
    const ids = JSON.parse(requests) as RequestId[];
    const lost = own && ids.length > 0 && ended === "";
    // What a process sent last may not have been kept when it ended.
    const number = own ? Math.max(Number(count), last) : Number(count);
    this.#events.adopted.set(name, { count: number, own: own && ended === "" });
    const adopted = session.adopt(stream, ids);
    if (ids.length === 0) session.listeners.push(adopted);
    if (ended !== "") adopted.end();
    if (own || ended !== "") this.#mirrors.close(id, stream);
    else
      this.#mirrors.open(id, stream, {
        writer,
        stream: adopted,
        count: number,
      });
    if (!lost) return () => {};
    const left = await this.#unanswered(name, ids);
    return () => {
      for (const one of left) adopted.send(lostAnswer(one));
      adopted.end();
    };
  }

  /** Requests whose answers are not among the events of a stream. */
  async #unanswered(
    name: string,
    requests: readonly RequestId[],
  ): Promise<RequestId[]> {
    const left = new Set(requests);
    for await (const { data } of this.#events.after(name, 0)) {
      const message = JSON.parse(data) as { id?: RequestId; method?: string };
      const one = message.method === undefined ? message.id : undefined;
      if (one !== undefined) left.delete(one);
    }
    return [...left];
  }

  /** Tells a session what nobody was there to tell it. */
  #deliver(id: string, seen: number, waiting: readonly string[]): void {
    const entry = this.#here.entries.get(id);
    if (entry === undefined) return;
    for (const text of waiting) entry.session.tell(JSON.parse(text) as Waiting);
    const { connection } = entry;
    const told = new Set<string>();
    for (const { number, method, params } of this.#member.changes) {
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
  #left(id: string): void {
    const session = this.#here.entries.get(id)?.session;
    if (session?.listeners.some(({ attached }) => attached)) return;
    if (!this.#homes.delete(id)) return;
    const { store, name, seen } = this.#member;
    store.run(LEAVE_STEP, [this.#key(id)], [name, seen]).catch(() => {});
  }

  /** The client reads that stream elsewhere. */
  #cut(id: string, stream: string): void {
    const session = this.#here.entries.get(id)?.session;
    const there = session?.streams.get(stream);
    if (!session || !there) return;
    there.cut();
    const isMirror = this.#mirrors.close(id, stream) !== undefined;
    const at = session.listeners.indexOf(there);
    if (!isMirror && at < 0) return;
    session.streams.delete(stream);
    if (at >= 0) session.listeners.splice(at, 1);
    this.#events.release(`${id}/${stream}`);
  }

  /** What other processes tell. */
  #listen(): void {
    const { on, onBeat, onMissed } = this.#member;
    const entryOf = ({ s }: Told): SessionEntry | undefined =>
      this.#here.entries.get(String(s));
    on.end = (told) => {
      const entry = entryOf(told);
      if (entry) this.#leave(entry);
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
      else this.tell(String(told.s), message);
    };
    on.away = (told) => void this.#homes.delete(String(told.s));
    on.cut = (told) => this.#cut(String(told.s), String(told.i));
    on.event = (told) => {
      const events = Array.isArray(told.e) ? (told.e as ToldEvents) : [];
      const ended = told.x !== "";
      this.#mirrors.told(String(told.s), String(told.i), events, ended);
    };
    onBeat.add(() => {
      for (const mirror of this.#mirrors.all) void this.#watch(mirror);
      this.#keepBusy();
    });
    onMissed.add(() => {
      for (const mirror of this.#mirrors.all)
        void this.#mirrors.catchUp(mirror);
    });
  }

  /** Answers in the place of a process that has ended. */
  async #watch(watched: MirroredStream): Promise<void> {
    const { session: id, id: stream, writer, stream: there } = watched;
    const entry = this.#here.entries.get(id);
    if (!there || !entry) return;
    try {
      if (await this.#member.isThere(writer)) return;
      const { owner: subject } = entry.session;
      const found = await this.#attach(id, { subject }, stream, writer);
      const name = `${id}/${stream}`;
      const mirror = this.#mirrors.all.find((one) =>
        isMirrorOf(one, id, stream),
      );
      if (found[1] !== this.#member.name || mirror?.stream !== there) return;
      await this.#mirrors.catchUp(mirror);
      this.#mirrors.close(id, stream);
      if (found[4] !== "") return there.end();
      const ids = JSON.parse(found[2] ?? "[]") as RequestId[];
      const left = await this.#unanswered(name, ids);
      this.#events.adopted.set(name, { count: mirror.count, own: true });
      this.#events.begin(name, ids);
      for (const one of left) there.send(lostAnswer(one));
      there.end();
    } catch (error) {
      if (!(error instanceof StoreError)) this.#report(asError(error));
    }
  }

  /** Sessions in which something goes on live on. */
  #keepBusy(): void {
    const now = Date.now();
    if (now - this.#lastKept < this.#life / 4) return;
    this.#lastKept = now;
    for (const { session } of this.#here.entries.values()) {
      if (!session.busy) continue;
      const keys = [this.#key(session.id)];
      this.#member.store.run(KEEP_STEP, keys, [this.#life]).catch(() => {});
    }
  }
}

/** Longest life of a key, in milliseconds: a year. */
const MAX_LIFE = 31_536_000_000;

/** What clocks and the way to the store may add to the life of a session. */
const SLACK = 2_000;

type HeardReply = [
  record: readonly string[] | null,
  seen: string,
  waiting: readonly string[],
];

type ResumeReply = [
  record: readonly string[] | null,
  writer?: string,
  requests?: string,
  count?: string,
  ended?: string,
  seen?: string,
  waiting?: readonly string[],
];

/** Whose a session is; not that of nobody is. */
function ownerField(subject: string | undefined): string {
  return subject === undefined ? "" : `=${subject}`;
}

function isMirrorOf(
  mirror: MirroredStream,
  session: string,
  id: string,
): boolean {
  return mirror.session === session && mirror.id === id;
}

function lostAnswer(id: RequestId): string {
  const error = { code: INTERNAL, message: LOST_CALL };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
