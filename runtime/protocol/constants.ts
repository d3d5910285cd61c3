/** Rates, times and sizes that apply to every connection. */

/**
 * Rate limit of the log messages on one connection: maximum burst, and number
 * per second.
 */
export const LOG_BURST = 1_000;
export const LOGS_PER_SECOND = 200;

/**
 * Rate limit of the progress notifications for one request: maximum burst, and
 * number per second.
 */
export const PROGRESS_BURST = 100;
export const PROGRESS_PER_SECOND = 50;

/**
 * Maximum time, in milliseconds, for which requests continue to run after the
 * peer has stopped sending.
 */
export const DRAIN_TIMEOUT = 1_000;

/**
 * Minimum number of characters that each resource subscription adds to the
 * client's quota. A shorter URI counts as this many characters.
 */
export const MIN_SUBSCRIPTION_LENGTH = 1_600;
