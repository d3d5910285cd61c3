import { INTERNAL } from "../../json-rpc/constants.js";
import { delay } from "../../limits/timer.js";
import { asError } from "../../json-rpc/messages/errors.js";
import { encodeMessage } from "../messages.js";
import { RemoteStreams } from "./remote-streams.js";
import { RESUME_STEP } from "../store/stream-scripts.js";
import { StoreError } from "../store/store.js";
import { toCount, toSessionId, toStreamId, toText } from "../store/values.js";
import type { RequestId } from "../../json-rpc/messages/messages.js";
import type { HttpCaller } from "../../http/security/auth.js";
import type { Rejection } from "../../http/body/rejection.js";
import type { SharedEvents } from "../events.js";
import type { SessionRepository } from "./session-repository.js";
import type { Count, EventId, SessionId, StreamId } from "../store/values.js";
import type { Listeners } from "./listeners.js";
import type { RemoteStream, RemoteEvents } from "./remote-streams.js";

const LOST_CALL =
  "The process that ran the request has ended; the request is not run again";

export const LOST_EVENTS: Rejection = {
  status: 400,
  message: "Events after Last-Event-ID are no longer stored",
};

/**
 * Delays between attempts to read a stream from the store, in milliseconds.
 * Attempts are repeated while the process that writes the stream has not stored
 * all events that it sent.
 */
const WAITS = [50, 150, 300, 500] as const;

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
        if (method === undefined) continue;
        listeners.tell(toSessionId(session), { method, data });
      }
    };
    kept.onEnd.add((session) => this.#remote.closeAll(session));
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
    id: SessionId,
    caller: HttpCaller,
    event: EventId,
    go: () => void,
  ): Promise<Rejection | undefined> {
    const { stream } = event;
    const session = this.#sessions.table.entries.get(id)?.session;
    const isRemote = this.#remote.of(id, stream) !== undefined;
    const isHere = session?.streams.get(stream) !== undefined && !isRemote;
    const sent = isHere ? this.#events.countOf(`${id}/${stream}`) : undefined;
    if (sent !== undefined && event.number > sent) {
      return (await this.#sessions.touch(id, caller)) ?? LOST_EVENTS;
    }
    const undo = isHere ? undefined : this.#remote.expect(id, stream);
    try {
      // The script checks that the client's last event is in the store. If this
      // process writes the stream, the event may not be stored yet, so the
      // check is skipped by passing the number 0.
      const last = sent === undefined ? event.number : toCount(0);
      const found = await this.#find(id, caller, { stream, number: last });
      const problem = this.#sessions.update(id, caller, found[0]);
      if (problem) return problem;
      if (!isHere && typeof found[2] !== "string") return LOST_EVENTS;
      const finish = await this.#adopt(id, stream, event.number, found);
      go();
      finish();
      if (found[2] === "[]") {
        this.#listeners.homes.add(id);
        this.#listeners.deliver(id, Number(found[5]), found[6] ?? []);
      }
      return undefined;
    } finally {
      undo?.();
    }
  }

  /**
   * Finds a stream in the store. If a running process has not yet stored all
   * events that it sent, waits and tries again.
   */
  async #find(
    id: SessionId,
    caller: HttpCaller,
    { stream, number }: EventId,
  ): Promise<ResumeReply> {
    const { node } = this.#sessions;
    let found = await this.#attach(id, caller, stream, "", number);
    for (const wait of WAITS) {
      if (!(await this.#isLate(found, stream))) break;
      await delay(wait);
      found = await this.#attach(id, caller, stream, "", number);
    }
    const [, writer = node.name] = found;
    if (writer === node.name || (await node.isAlive(writer))) return found;
    return this.#attach(id, caller, stream, writer, number);
  }

  /**
   * Returns true if a running process has not yet stored all events that it has
   * sent.
   */
  async #isLate(
    [record, writer, requests]: ResumeReply,
    stream: string,
  ): Promise<boolean> {
    const { node } = this.#sessions;
    if (record === null || typeof requests === "string") return false;
    const [by = ""] = stream.split(".");
    return by !== node.name && node.isAlive(writer ?? by);
  }

  async #attach(
    id: SessionId,
    caller: Pick<HttpCaller, "subject">,
    stream: StreamId,
    dead: string,
    last: Count,
  ): Promise<ResumeReply> {
    const cut = encodeMessage("cut", { s: id, i: stream });
    const hearing = this.#listeners.hearing(id);
    const rest = [...hearing, stream, toText(dead), cut, last];
    const found = await this.#sessions.run(RESUME_STEP, id, caller, rest);
    return (found ?? [null]) as ResumeReply;
  }

  /**
   * Opens a resumed stream in this process. After the client has started to
   * read the stream, the caller must call the returned function. The returned
   * function sends errors for requests whose process has ended.
   */
  async #adopt(
    id: string,
    stream: string,
    last: number,
    found: ResumeReply,
  ): Promise<() => void> {
    const [, writer, requests = "[]", count = "0", ended] = found;
    const name = `${id}/${stream}`;
    const own = writer === this.#sessions.node.name;
    const ids = JSON.parse(requests) as RequestId[];
    const lost = own && ids.length > 0 && ended === "";
    const left = lost ? await this.#unanswered(name, ids) : [];
    const session = this.#sessions.table.entries.get(id)?.session;
    const there = session?.streams.get(stream);
    const isRemote = this.#remote.of(id, stream) !== undefined;
    if (!session || writer === undefined || (there && !isRemote)) {
      this.#remote.close(id, stream);
      return () => {};
    }
    there?.cut();
    // The process that wrote the stream may have sent its last events to the
    // client, but ended before it stored them. Then continue after the client's
    // last event, so that no number is used twice.
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
   * Checks that the process that writes a remote stream is running. If that
   * process has ended, answers the stream's open requests with an error and
   * ends the stream.
   */
  async #watch(watched: RemoteStream): Promise<void> {
    const { writer, stream: there } = watched;
    const id = toSessionId(watched.session);
    const stream = toStreamId(watched.id);
    const entry = this.#sessions.table.entries.get(id);
    if (!there || !entry) return;
    try {
      if (await this.#sessions.node.isAlive(writer)) return;
      const { owner: subject } = entry.session;
      const found = await this.#attach(
        id,
        { subject },
        stream,
        writer,
        toCount(0),
      );
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
