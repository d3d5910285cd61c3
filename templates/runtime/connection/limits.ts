import { McpError, TOO_MANY_REQUESTS } from "./json-rpc/errors.js";
import { RateLimit } from "./rate.js";

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
   * Default: 4,000.
   */
  readonly inFlight?: number | undefined;
  /** Messages with a method, a minute. Default: no limit. */
  readonly perMinute?: number | undefined;
}

const IN_FLIGHT = 4_000;

/** Characters that are kept for the peer of a connection. */
const MAX_KEPT = 16_777_216;

/** What a peer asks of this side, and what is kept for it. */
export class Traffic {
  readonly #inFlight: number;
  readonly #rate: RateLimit;
  /** Requests that are being answered. */
  running = 0;
  #kept = 0;

  constructor({ inFlight = IN_FLIGHT, perMinute = Infinity }: Limits = {}) {
    this.#inFlight = inFlight;
    this.#rate = new RateLimit(perMinute, perMinute / 60);
  }

  /** Whether one more message may be taken; counts it. */
  take(): boolean {
    return this.#rate.take();
  }

  /**
   * Counts one more request, a message of that length.
   *
   * @throws McpError 429 when it is one too many.
   */
  admit(length = 0): void {
    if (this.running < this.#inFlight && this.fits(length) && this.take())
      return;
    throw tooMany();
  }

  /** Whether so many characters more may be kept. */
  fits(length: number): boolean {
    return this.#kept + length <= MAX_KEPT;
  }

  /** More requests are being answered and more is kept; or less of both. */
  hold(requests: number, length = 0): void {
    this.running += requests;
    this.#kept += length;
  }
}

/** What a connection uses of `Traffic`, or of a class in its place. */
export type TrafficKeeper = Pick<Traffic, keyof Traffic> & {
  /** Who sends it, where several connections count as one sender's. */
  readonly holder?: string;
};

/** The error of a request that is one too many. */
export function tooMany(): McpError {
  return new McpError(TOO_MANY_REQUESTS, "Too many requests");
}
