import { INTERNAL } from "../../json-rpc/constants.js";
import { delay } from "../../limits/timer.js";
import { asError } from "../../json-rpc/messages/errors.js";
import { RemoteStreams } from "./remote-streams.js";
import { RESUME_STEP } from "../store/scripts.js";
import { StoreError } from "../store/store.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { HttpCaller } from "../../http/security/auth.js";
import type { Rejection } from "../../http/body/rejection.js";
import type { SharedEvents } from "../events.js";
import type { SessionRepository } from "./session-repository.js";
import type { Listeners } from "./listeners.js";
import type { RemoteStream, RemoteEvents } from "./remote-streams.js";

const LOST_CALL =
  "The process that ran the request has ended; the request is not run again";

/**
 * Maximum number of attempts to read a stream if its process has not yet stored
 * all events that it sent.
 */
const MAX_TRIES = 20;
/** Time between two attempts to read a stream, in milliseconds. */
const TRY_AFTER = 50;

/**
 * Resumes event streams for clients, no matter which process started the
 * stream.
 */
export class ResumedStreams {
  readonly #sessions: SessionRepository;
  readonly #listeners: Listeners;
  readonly #events: SharedEvents;
  readonly #remote: RemoteStreams;
  readonly #report: (problem: Error) => void;

  constructor(
    kept: SessionRepository,
    listeners: Listeners,
    events: SharedEvents,
    report: (problem: Error) => void,
  ) {
    this.#sessions = kept;
    this.#listeners = listeners;
    this.#events = events;
    this.#report = report;
    this.#remote = new RemoteStreams((name, number) =>
      events.after(name, number),
    );
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
      this.#remote.closeAll(session);
      events.forget(session);
    });
    const { onBeat, onMissed } = kept.node;
    onBeat.add(() => {
      for (const remote of this.#remote.all) void this.#watch(remote);
    });
    onMissed.add(() => {
      for (const remote of this.#remote.all) void this.#remote.catchUp(remote);
    });
  }

  /**
   * Handles events of a stream that another process writes and that a client
   * reads from this process.
   */
  receive(
    session: string,
    stream: string,
    events: unknown,
    ended: boolean,
  ): void {
    const list = Array.isArray(events) ? (events as RemoteEvents) : [];
    this.#remote.receive(session, stream, list, ended);
  }

  /**
   * Resumes an event stream for a client, after the last event that the client
   * received.
   */
  async resume(
    id: string,
    caller: HttpCaller,
    stream: string,
    last: number,
    go: () => void,
  ): Promise<Rejection | undefined> {
    const { name } = this.#sessions.node;
    const there = this.#sessions.table.entries
      .get(id)
      ?.session.streams.get(stream);
    if (!there || this.#remote.of(id, stream) !== undefined) {
      this.#remote.expect(id, stream);
    }
    let found = await this.#attach(id, caller, stream, "");
    for (let tries = 1; await this.#isLate(found, stream, last); tries += 1) {
      if (tries > MAX_TRIES) break;
      await delay(TRY_AFTER);
      found = await this.#attach(id, caller, stream, "");
    }
    const [, writer = name] = found;
    if (writer !== name && !(await this.#sessions.node.isAlive(writer))) {
      found = await this.#attach(id, caller, stream, writer);
    }
    const problem = this.#sessions.update(id, caller, found[0]);
    if (problem) {
      this.#remote.close(id, stream);
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

  /**
   * Returns true if a running process has not yet stored all events that it has
   * sent.
   */
  async #isLate(
    [record, writer, , count = "0"]: ResumeReply,
    stream: string,
    last: number,
  ): Promise<boolean> {
    const { node } = this.#sessions;
    if (record === null || (writer && Number(count) >= last)) return false;
    const [by = ""] = stream.split(".");
    return by !== node.name && node.isAlive(writer ?? by);
  }

  async #attach(
    id: string,
    caller: Pick<HttpCaller, "subject">,
    stream: string,
    dead: string,
  ): Promise<ResumeReply> {
    const keys = [
      this.#sessions.key(id),
      this.#sessions.key(id, "w"),
      this.#sessions.key(id, "s"),
    ];
    const cut = this.#sessions.node.encodeMessage("cut", { s: id, i: stream });
    const rest = [...this.#listeners.hearing(id), stream, dead, cut];
    const found = await this.#sessions.run(RESUME_STEP, keys, id, caller, rest);
    return (found ?? [null]) as ResumeReply;
  }

  /**
   * Opens a resumed stream in this process. After the client has started to
   * read the stream, the caller must call the returned function. It sends
   * errors for requests that were lost with their process.
   */
  async #adopt(
    id: string,
    stream: string,
    last: number,
    found: ResumeReply,
  ): Promise<() => void> {
    const session = this.#sessions.table.entries.get(id)?.session;
    const [, writer, requests = "[]", count = "0", ended] = found;
    const name = `${id}/${stream}`;
    const there = session?.streams.get(stream);
    const isRemote = this.#remote.of(id, stream) !== undefined;
    if (!session || writer === undefined || (there && !isRemote)) {
      this.#remote.close(id, stream);
      return () => {};
    }
    there?.cut();
    const own = writer === this.#sessions.node.name;
    const ids = JSON.parse(requests) as RequestId[];
    const lost = own && ids.length > 0 && ended === "";
    // The process that wrote the stream may have ended after it sent its last
    // events to the client but before it stored them.
    const number = own ? Math.max(Number(count), last) : Number(count);
    this.#events.adopted.set(name, { count: number, own: own && ended === "" });
    const adopted = session.streams.adopt(stream, ids);
    if (ids.length === 0) session.streams.addListener(adopted);
    if (ended !== "") adopted.end();
    if (own || ended !== "") this.#remote.close(id, stream);
    else
      this.#remote.open(id, stream, {
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

  /**
   * Returns the ids of the requests that have no answer among the events of a
   * stream.
   */
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

  /**
   * Ends a stream of this process, because the client now reads it from another
   * process.
   */
  cut(id: string, stream: string): void {
    const session = this.#sessions.table.entries.get(id)?.session;
    const there = session?.streams.get(stream);
    if (!session || !there) return;
    there.cut();
    const isRemote = this.#remote.close(id, stream) !== undefined;
    if (!isRemote && !session.streams.isListener(there)) return;
    session.streams.delete(there);
    this.#events.release(`${id}/${stream}`);
  }

  /**
   * Checks that the process that writes a remote stream is running. If it has
   * ended, answers its requests with an error and ends the stream.
   */
  async #watch(watched: RemoteStream): Promise<void> {
    const { session: id, id: stream, writer, stream: there } = watched;
    const entry = this.#sessions.table.entries.get(id);
    if (!there || !entry) return;
    try {
      if (await this.#sessions.node.isAlive(writer)) return;
      const { owner: subject } = entry.session;
      const found = await this.#attach(id, { subject }, stream, writer);
      const name = `${id}/${stream}`;
      const remote = this.#remote.of(id, stream);
      if (found[1] !== this.#sessions.node.name || remote?.stream !== there)
        return;
      await this.#remote.catchUp(remote);
      this.#remote.close(id, stream);
      if (found[4] !== "") return there.end();
      const ids = JSON.parse(found[2] ?? "[]") as RequestId[];
      const left = await this.#unanswered(name, ids);
      this.#events.adopted.set(name, { count: remote.count, own: true });
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
