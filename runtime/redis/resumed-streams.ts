import { delay } from "../limits/timer.js";
import { asError, INTERNAL } from "../json-rpc/messages/errors.js";
import { Mirrors } from "./remote-streams.js";
import { RESUME_STEP } from "./store/scripts.js";
import { StoreError } from "./store/store.js";
import type { RequestId } from "../json-rpc/messages/messages.js";
import type { HttpCaller } from "../http/security/auth.js";
import type { Refusal } from "../http/body/messages.js";
import type { SharedEvents } from "./events.js";
import type { KeptSessions } from "./session-repository.js";
import type { Listeners } from "./listeners.js";
import type { MirroredStream, ToldEvents } from "./remote-streams.js";

const LOST_CALL =
  "The process that ran this call has ended; it is not run again";

/** How often a stream is looked for that its process has not kept yet. */
const MAX_TRIES = 20;
/** Milliseconds between two looks. */
const TRY_AFTER = 50;

/** Streams that their clients come back to, whichever process began them. */
export class ResumedStreams {
  readonly #kept: KeptSessions;
  readonly #listeners: Listeners;
  readonly #events: SharedEvents;
  readonly #mirrors: Mirrors;
  readonly #report: (problem: Error) => void;

  constructor(
    kept: KeptSessions,
    listeners: Listeners,
    events: SharedEvents,
    report: (problem: Error) => void,
  ) {
    this.#kept = kept;
    this.#listeners = listeners;
    this.#events = events;
    this.#report = report;
    this.#mirrors = new Mirrors((name, number) => events.after(name, number));
    events.life = kept.life;
    events.stays = (session) => kept.stays(session);
    events.onMoved = (session, stream, lost) => {
      this.cut(session, stream);
      for (const { data } of lost) {
        const { method } = JSON.parse(data) as { method?: string };
        if (method !== undefined) listeners.tell(session, { method, data });
      }
    };
    kept.onEnd.add((session) => {
      this.#mirrors.closeAll(session);
      events.forget(session);
    });
    const { onBeat, onMissed } = kept.member;
    onBeat.add(() => {
      for (const mirror of this.#mirrors.all) void this.#watch(mirror);
    });
    onMissed.add(() => {
      for (const mirror of this.#mirrors.all)
        void this.#mirrors.catchUp(mirror);
    });
  }

  /** The process that writes a stream which is read here told of more. */
  told(session: string, stream: string, events: unknown, ended: boolean): void {
    const list = Array.isArray(events) ? (events as ToldEvents) : [];
    this.#mirrors.told(session, stream, list, ended);
  }

  /** The client comes back to a stream, whoever began it. */
  async resume(
    id: string,
    caller: HttpCaller,
    stream: string,
    last: number,
    go: () => void,
  ): Promise<Refusal | undefined> {
    const { name } = this.#kept.member;
    const there = this.#kept.here.entries.get(id)?.session.streams.get(stream);
    if (!there || this.#mirrors.of(id, stream) !== undefined) {
      this.#mirrors.expect(id, stream);
    }
    let found = await this.#attach(id, caller, stream, "");
    for (let tries = 1; await this.#isLate(found, stream, last); tries += 1) {
      if (tries > MAX_TRIES) break;
      await delay(TRY_AFTER);
      found = await this.#attach(id, caller, stream, "");
    }
    const [, writer = name] = found;
    if (writer !== name && !(await this.#kept.member.isThere(writer))) {
      found = await this.#attach(id, caller, stream, writer);
    }
    const problem = this.#kept.take(id, caller, found[0]);
    if (problem) {
      this.#mirrors.close(id, stream);
      return problem;
    }
    const finish = await this.#adopt(id, stream, last, found);
    go();
    finish();
    if (found[2] === "[]") {
      this.#listeners.homes.add(id);
      this.#listeners.deliver(id, Number(found[5]), found[6] ?? []);
    }
    return undefined;
  }

  /** Whether a process that is there has yet to keep what it has sent. */
  async #isLate(
    [record, writer, , count = "0"]: ResumeReply,
    stream: string,
    last: number,
  ): Promise<boolean> {
    const { member } = this.#kept;
    if (record === null || (writer && Number(count) >= last)) return false;
    const [by = ""] = stream.split(".");
    return by !== member.name && member.isThere(writer ?? by);
  }

  async #attach(
    id: string,
    caller: Pick<HttpCaller, "subject">,
    stream: string,
    dead: string,
  ): Promise<ResumeReply> {
    const keys = [
      this.#kept.key(id),
      this.#kept.key(id, "w"),
      this.#kept.key(id, "s"),
    ];
    const cut = this.#kept.member.tells("cut", { s: id, i: stream });
    const rest = [...this.#listeners.hearing(id), stream, dead, cut];
    const found = await this.#kept.run(RESUME_STEP, keys, id, caller, rest);
    return (found ?? [null]) as ResumeReply;
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
    const session = this.#kept.here.entries.get(id)?.session;
    const [, writer, requests = "[]", count = "0", ended] = found;
    const name = `${id}/${stream}`;
    const there = session?.streams.get(stream);
    const isMirror = this.#mirrors.of(id, stream) !== undefined;
    if (!session || writer === undefined || (there && !isMirror)) {
      this.#mirrors.close(id, stream);
      return () => {};
    }
    there?.cut();
    const own = writer === this.#kept.member.name;
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

  /** The client reads that stream elsewhere. */
  cut(id: string, stream: string): void {
    const session = this.#kept.here.entries.get(id)?.session;
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

  /** Answers in the place of a process that has ended. */
  async #watch(watched: MirroredStream): Promise<void> {
    const { session: id, id: stream, writer, stream: there } = watched;
    const entry = this.#kept.here.entries.get(id);
    if (!there || !entry) return;
    try {
      if (await this.#kept.member.isThere(writer)) return;
      const { owner: subject } = entry.session;
      const found = await this.#attach(id, { subject }, stream, writer);
      const name = `${id}/${stream}`;
      const mirror = this.#mirrors.of(id, stream);
      if (found[1] !== this.#kept.member.name || mirror?.stream !== there)
        return;
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
}

type ResumeReply = [
  record: readonly string[] | null,
  writer?: string,
  requests?: string,
  count?: string,
  ended?: string,
  seen?: string,
  waiting?: readonly string[],
];

function lostAnswer(id: RequestId): string {
  const error = { code: INTERNAL, message: LOST_CALL };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
