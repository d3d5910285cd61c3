import { RateLimit } from "./rate-limit.js";

/**
 * Limits on what one peer may request. The peer is the other end of a
 * connection. Over HTTP it is a principal, or an address if there is no
 * principal, over all its sessions and connections. `Infinity` means no limit.
 */
export interface Limits {
  /**
   * Maximum length of an incoming message, in characters. A limit set on the
   * transport takes precedence; an HTTP server applies the smaller of both.
   *
   * @default 67_108_864
   */
  readonly message?: number | undefined;
  /**
   * Maximum number of requests that are answered at a time, including open
   * subscriptions.
   *
   * @default 10_000
   */
  readonly inFlight?: number | undefined;
  /**
   * Maximum number of requests and notifications per minute. Each message of a
   * batch counts.
   *
   * @default 1_200_000
   */
  readonly perMinute?: number | undefined;
}

/** Default maximum length of an incoming message, in UTF-16 code units. */
export const MAX_MESSAGE = 67_108_864;
const IN_FLIGHT = 10_000;
const PER_MINUTE = 1_200_000;

/**
 * Maximum number of characters that are stored for the peer of a connection.
 * The limit applies separately to the peer's tools.
 */
export const MAX_KEPT = 16_000_000;

/** Request as the limits count it. */
export interface CountedCall {
  /** Origin of the request, with the length of its message if known. */
  readonly origin: { readonly length?: number | undefined } | undefined;
  /**
   * Callback invoked when the request is cancelled, although its handler may
   * still run.
   */
  onAbandoned?: () => void;
}

/** Counts the requests of a peer and the data that is stored for it. */
export class Traffic {
  readonly #inFlight: number;
  readonly #rate: RateLimit;
  #stored = 0;
  /** URIs of the resources that the peer of the connection subscribed to. */
  readonly uris: Set<string> = new Set();

  constructor({ inFlight = IN_FLIGHT, perMinute = PER_MINUTE }: Limits = {}) {
    this.#inFlight = inFlight;
    this.#rate = new RateLimit(perMinute, perMinute / 60);
  }

  /** Counts one more message. Returns false if it exceeds the rate limit. */
  take(): boolean {
    return this.#rate.take();
  }

  /**
   * Counts the message of one more request, while `running` requests are being
   * answered. Returns false if the request exceeds a limit.
   */
  admit(running: number, _call: CountedCall): boolean {
    return running < this.#inFlight && this.take();
  }

  /** Returns true if `length` more characters may be stored. */
  fits(length: number): boolean {
    return this.#stored + length <= MAX_KEPT;
  }

  /**
   * Counts `length` more stored characters. A negative length releases
   * characters.
   */
  keep(length: number): void {
    this.#stored += length;
  }
}

/**
 * Members of `Traffic` that a connection uses. Another class may implement them
 * instead.
 */
export type TrafficKeeper = Pick<Traffic, keyof Traffic> & {
  /**
   * Client that is charged, if several connections of one client count
   * together.
   */
  readonly holder?: string;
  /** Counts a request until the outcome of its handler has settled. */
  hold?(call: CountedCall, outcome: PromiseLike<unknown>): void;
};
