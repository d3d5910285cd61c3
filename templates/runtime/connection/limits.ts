import { McpError, TOO_MANY_REQUESTS } from "./json-rpc/errors.js";
import { RateLimit } from "./rate.js";

/** What one connection may ask of this side. Infinity is no limit. */
export interface Limits {
  /**
   * Longest message that is taken, in characters. A limit that is set on the
   * transport holds instead; a server over HTTP holds to the smaller of both.
   * Default: 67,108,864.
   */
  readonly message?: number | undefined;
  /** Requests that are being answered at a time. Default: 20,000. */
  readonly inFlight?: number | undefined;
  /** Messages with a method, a minute. Default: 12,000,000. */
  readonly perMinute?: number | undefined;
}

const IN_FLIGHT = 20_000;
const PER_MINUTE = 12_000_000;

/** Checks what arrives on one connection against the limits. */
export class Traffic {
  readonly #inFlight: number;
  readonly #rate: RateLimit;

  constructor({ inFlight = IN_FLIGHT, perMinute = PER_MINUTE }: Limits = {}) {
    this.#inFlight = inFlight;
    this.#rate = new RateLimit(perMinute, perMinute / 60);
  }

  /** Whether one more message may be taken; counts it. */
  take(): boolean {
    return this.#rate.take();
  }

  /**
   * Counts one more request, while `running` are being answered.
   *
   * @throws McpError 429 when it is one too many.
   */
  admit(running: number): void {
    if (running >= this.#inFlight || !this.take()) throw tooMany();
  }
}

/** The error of a request that is one too many. */
export function tooMany(): McpError {
  return new McpError(TOO_MANY_REQUESTS, "Too many requests");
}
