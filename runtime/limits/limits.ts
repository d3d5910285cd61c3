import { RateLimit } from "./rate-limit.js";

/**
 * What one peer may ask of this side: the other end of a connection; over HTTP
 * a principal, or else an address, whatever its sessions and connections.
 * Infinity is no limit.
 */
export interface Limits {
  /**
   * Longest message that is taken, in characters. A limit that is set on the
   * transport holds instead; a server over HTTP holds to the smaller of both.
   * Default: 67,108,864.
   */
  readonly message?: number | undefined;
  /**
   * Requests that are being answered at a time, subscriptions among them.
   * Default: 10,000.
   */
  readonly inFlight?: number | undefined;
  /**
   * Messages with a method, a minute, each of a batch by itself. Default:
   * 1,200,000.
   */
  readonly perMinute?: number | undefined;
}

/** Longest message that is taken, in UTF-16 units, unless set otherwise. */
export const MAX_MESSAGE = 67_108_864;
const IN_FLIGHT = 10_000;
const PER_MINUTE = 1_200_000;

/** Characters that are kept for the peer of a connection; again of its tools. */
export const MAX_KEPT = 16_000_000;

/** A request as it is counted. */
export interface CountedCall {
  /** What is known of its message; absent where nothing is. */
  readonly origin: { readonly length?: number | undefined } | undefined;
  /** Is called when it is cancelled, while its handler may go on. */
  left?: () => void;
}

/** What a peer asks of this side, and what is kept for it. */
export class Traffic {
  readonly #inFlight: number;
  readonly #rate: RateLimit;
  #kept = 0;
  /** Resources that the peer of the connection wants to hear of. */
  readonly uris: Set<string> = new Set();

  constructor({ inFlight = IN_FLIGHT, perMinute = PER_MINUTE }: Limits = {}) {
    this.#inFlight = inFlight;
    this.#rate = new RateLimit(perMinute, perMinute / 60);
  }

  /** Whether one more message may be taken; counts it. */
  take(): boolean {
    return this.#rate.take();
  }

  /**
   * Counts the message of one more request, while `running` are being answered.
   * Returns false when it is one too many.
   */
  admit(running: number, _call: CountedCall): boolean {
    return running < this.#inFlight && this.take();
  }

  /** Whether so many characters more may be kept. */
  fits(length: number): boolean {
    return this.#kept + length <= MAX_KEPT;
  }

  /** So many characters more are kept; less, when that is negative. */
  keep(length: number): void {
    this.#kept += length;
  }
}

/** What a connection uses of `Traffic`, or of a class in its place. */
export type TrafficKeeper = Pick<Traffic, keyof Traffic> & {
  /** Who sends it, where several connections count as one sender's. */
  readonly holder?: string;
  /** A request begins to be answered, and no longer is once that has settled. */
  hold?(call: CountedCall, outcome: PromiseLike<unknown>): void;
};
