import type { EventStream } from "../../http/server/sessions/stream.js";
import type { StoredEvent } from "../../http/server/sessions/event-store.js";

/**
 * Event stream that another process writes, and that a client reads through
 * this process.
 */
export interface RemoteStream {
  readonly session: string;
  readonly id: string;
  /** Name of the process that writes the stream. */
  writer: string;
  /**
   * Stream to the client. Undefined until the number of the last stored event
   * is known.
   */
  stream: EventStream | undefined;
  /**
   * Number of the last event that was stored or received. The next expected
   * event has the number `count + 1`.
   */
  count: number;
  /**
   * Functions that handle the events that arrived while `stream` was undefined.
   */
  readonly early: (() => void)[];
}

/**
 * Numbered events, as the process that writes the stream sends them in a
 * message.
 */
export type RemoteEvents = readonly (readonly [number: number, data: string])[];

/**
 * Event streams that other processes write, and that clients read through this
 * process.
 */
export class RemoteStreams {
  readonly #all = new Map<string, RemoteStream>();
  /**
   * Reads the stored events that follow the event with the number `after`.
   * Called if a message with events was lost.
   */
  readonly #read: (name: string, after: number) => AsyncIterable<StoredEvent>;

  constructor(
    read: (name: string, after: number) => AsyncIterable<StoredEvent>,
  ) {
    this.#read = read;
  }

  get all(): readonly RemoteStream[] {
    return [...this.#all.values()];
  }

  of(session: string, id: string): RemoteStream | undefined {
    return this.#all.get(`${session}/${id}`);
  }

  /**
   * Starts to collect the events of a remote stream, before `open` connects it
   * to the client. The returned function stops this, unless `open` was called
   * in the meantime.
   */
  expect(session: string, id: string): () => void {
    const name = `${session}/${id}`;
    const before = this.#all.get(name);
    const remote: RemoteStream = {
      session,
      id,
      writer: "",
      stream: undefined,
      count: 0,
      early: [],
    };
    this.#all.set(name, remote);
    return () => {
      if (this.#all.get(name) !== remote || remote.stream) return;
      if (before) this.#all.set(name, before);
      else this.#all.delete(name);
    };
  }

  /**
   * Connects a remote stream to `stream`, which sends events to the client.
   * `count` is the number of the last stored event. Later events are received
   * from the process that writes the remote stream.
   */
  open(
    session: string,
    id: string,
    opened: { writer: string; stream: EventStream; count: number },
  ): void {
    const remote = this.#all.get(`${session}/${id}`);
    if (remote === undefined) return;
    Object.assign(remote, opened);
    for (const receive of remote.early.splice(0)) receive();
  }

  /**
   * Stops reading a remote stream. Returns the stream that sends its events to
   * the client, or undefined if that stream is not open.
   */
  close(session: string, id: string): EventStream | undefined {
    const name = `${session}/${id}`;
    const remote = this.#all.get(name);
    this.#all.delete(name);
    return remote?.stream;
  }

  /** Stops reading all remote streams of a session. */
  closeAll(session: string): void {
    for (const remote of this.all)
      if (remote.session === session) this.close(session, remote.id);
  }

  /** Handles events from the process that writes a remote stream. */
  receive(
    session: string,
    id: string,
    events: RemoteEvents,
    ended: boolean,
  ): void {
    const remote = this.#all.get(`${session}/${id}`);
    if (remote === undefined) return;
    const { stream } = remote;
    if (stream === undefined) {
      remote.early.push(() => this.receive(session, id, events, ended));
      return;
    }
    const [first] = events;
    if (first && first[0] > remote.count + 1) {
      void this.catchUp(remote).then(() => {
        if (ended) this.#end(remote);
      });
      return;
    }
    for (const [number, data] of events) this.#give(remote, number, data);
    if (ended) this.#end(remote);
  }

  /**
   * Reads the missed events of a remote stream from the store and sends them to
   * the client.
   */
  async catchUp(remote: RemoteStream): Promise<void> {
    const { session, id } = remote;
    try {
      for await (const { number, data } of this.#read(
        `${session}/${id}`,
        remote.count,
      ))
        this.#give(remote, number, data);
    } catch {
      // Cut the client's connection to the stream, so that the client resumes
      // the stream. The store has already reported the failure.
      remote.stream?.cut();
    }
  }

  #give(remote: RemoteStream, number: number, data: string): void {
    if (number !== remote.count + 1) return;
    remote.count = number;
    remote.stream?.send(data);
  }

  #end({ session, id, stream }: RemoteStream): void {
    this.close(session, id);
    stream?.end();
  }
}
