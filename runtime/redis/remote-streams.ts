import type { EventStream } from "../http/server/stream.js";
import type { StoredEvent } from "../http/server/event-store.js";

/** A stream that another process writes, and whose client reads it here. */
export interface MirroredStream {
  readonly session: string;
  readonly id: string;
  /** Who writes it. */
  writer: string;
  /** Undefined until it is known how far it is. */
  stream: EventStream | undefined;
  /** Number of its last event. */
  count: number;
  /** What came before that. */
  readonly early: (() => void)[];
}

/** Events as they are told. */
export type ToldEvents = readonly (readonly [number: number, data: string])[];

/** Streams of other processes that are read here. */
export class Mirrors {
  readonly #all = new Map<string, MirroredStream>();
  /** Events after that number, where they were not told. */
  readonly #read: (name: string, after: number) => AsyncIterable<StoredEvent>;

  constructor(
    read: (name: string, after: number) => AsyncIterable<StoredEvent>,
  ) {
    this.#read = read;
  }

  get all(): readonly MirroredStream[] {
    return [...this.#all.values()];
  }

  of(session: string, id: string): MirroredStream | undefined {
    return this.#all.get(`${session}/${id}`);
  }

  /** From now on what is told of the stream is kept for it. */
  expect(session: string, id: string): void {
    const early: (() => void)[] = [];
    const mirror = {
      session,
      id,
      writer: "",
      stream: undefined,
      count: 0,
      early,
    };
    this.#all.set(`${session}/${id}`, mirror);
  }

  /** It is read by `stream`, which is as far as `count`. */
  open(
    session: string,
    id: string,
    opened: { writer: string; stream: EventStream; count: number },
  ): void {
    const mirror = this.#all.get(`${session}/${id}`);
    if (mirror === undefined) return;
    Object.assign(mirror, opened);
    for (const told of mirror.early.splice(0)) told();
  }

  /** It is not read here any more. */
  close(session: string, id: string): EventStream | undefined {
    const name = `${session}/${id}`;
    const mirror = this.#all.get(name);
    this.#all.delete(name);
    return mirror?.stream;
  }

  /** Nothing of that session is read here any more. */
  closeAll(session: string): void {
    for (const mirror of this.all)
      if (mirror.session === session) this.close(session, mirror.id);
  }

  /** Its writer told of more. */
  told(session: string, id: string, events: ToldEvents, ended: boolean): void {
    const mirror = this.#all.get(`${session}/${id}`);
    if (mirror === undefined) return;
    const { stream } = mirror;
    if (stream === undefined) {
      mirror.early.push(() => this.told(session, id, events, ended));
      return;
    }
    const [first] = events;
    if (first && first[0] > mirror.count + 1) {
      void this.catchUp(mirror).then(() => {
        if (ended) this.#end(mirror);
      });
      return;
    }
    for (const [number, data] of events) this.#give(mirror, number, data);
    if (ended) this.#end(mirror);
  }

  /** Gives the stream what it has not been told of. */
  async catchUp(mirror: MirroredStream): Promise<void> {
    const { session, id } = mirror;
    try {
      for await (const { number, data } of this.#read(
        `${session}/${id}`,
        mirror.count,
      ))
        this.#give(mirror, number, data);
    } catch {
      // Who reads it comes back; the store's failure was told of.
      mirror.stream?.cut();
    }
  }

  #give(mirror: MirroredStream, number: number, data: string): void {
    if (number !== mirror.count + 1) return;
    mirror.count = number;
    mirror.stream?.send(data);
  }

  #end({ session, id, stream }: MirroredStream): void {
    this.close(session, id);
    stream?.end();
  }
}
