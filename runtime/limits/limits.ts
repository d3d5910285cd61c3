import { IN_FLIGHT, MAX_KEPT, PER_MINUTE } from "./constants.js";
import { RateLimit } from "./rate-limit.js";

/**
 * Limits on what one peer may request. `Infinity` disables a limit.
 *
 * The peer is the other end of a connection. Over HTTP, the peer is a
 * principal, or an address if there is no principal. The limits then count all
 * sessions and connections of the peer together.
 */
export interface Limits {
  /**
   * Maximum length of an incoming message, in characters. If the transport has
   * a separate limit, only the limit of the transport applies. HTTP servers are
   * an exception: they apply the smaller limit.
   *
   * @default 67_108_864
   */
  readonly message?: number | undefined;
  /**
   * Maximum number of requests that may be in progress at the same time,
   * including open subscriptions.
   *
   * @default 10_000
   */
  readonly inFlight?: number | undefined;
  /**
   * Maximum number of requests and notifications per minute. Each message in a
   * batch counts separately.
   *
   * @default 1_200_000
   */
  readonly perMinute?: number | undefined;
}

/**
 * Members of a request that are needed to count the request towards the limits.
 */
export interface CountedCall {
  /**
   * Data of the transport about the request's message. `length` is the length
   * of the message, if known.
   */
  readonly origin: { readonly length?: number | undefined } | undefined;
  /**
   * Callback invoked when the request is cancelled. The handler of the request
   * may still be running.
   */
  onAbandoned?: () => void;
}

/** Counts a peer's requests and the data that is stored for the peer. */
export class Traffic {
  readonly #inFlight: number;
  readonly #rate: RateLimit;
  #stored = 0;
  /**
   * URIs of the resources that the peer has subscribed to on this connection.
   */
  readonly uris: Set<string> = new Set();

  constructor({ inFlight = IN_FLIGHT, perMinute = PER_MINUTE }: Limits = {}) {
    this.#inFlight = inFlight;
    this.#rate = new RateLimit(perMinute, perMinute / 60);
  }

  /**
   * Counts one message. Returns false if the message exceeds the rate limit.
   */
  take(): boolean {
    return this.#rate.take();
  }

  /**
   * Counts the message of a request. `running` is the number of requests that
   * are in progress. Returns false if the request exceeds a limit.
   */
  admit(running: number, _call: CountedCall): boolean {
    return running < this.#inFlight && this.take();
  }

  /** Returns true if `length` additional characters may be stored. */
  fits(length: number): boolean {
    return this.#stored + length <= MAX_KEPT;
  }

  /**
   * Counts `length` additional stored characters. A negative length releases
   * characters.
   */
  keep(length: number): void {
    this.#stored += length;
  }
}

/**
 * Counter with which a connection limits its peer. `Traffic` counts for one
 * connection. Other implementations can count all connections of a client
 * together.
 */
export type TrafficKeeper = Pick<Traffic, keyof Traffic> & {
  /**
   * Client whose requests and stored data are counted. Set if several
   * connections of one client are counted together.
   */
  readonly holder?: string;
  /**
   * Counts a request as in progress until the promise `outcome` of its handler
   * settles.
   */
  hold?(call: CountedCall, outcome: PromiseLike<unknown>): void;
  /**
   * Reserves memory for a message of `length` characters that is written in
   * this turn of the event loop. Returns false if the message, together with
   * the data that the client has not read yet, exceeds the client's memory
   * quota.
   */
  reserveUnread?(length: number): boolean;
};
