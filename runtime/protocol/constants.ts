/** Rates, times and sizes that apply to every connection. */

/**
 * Rate limit of log messages for one connection: maximum burst, and number per
 * second.
 */
export const LOG_BURST = 1_000;
export const LOGS_PER_SECOND = 200;

/**
 * Rate limit of progress notifications for one request: maximum burst, and
 * number per second.
 */
export const PROGRESS_BURST = 100;
export const PROGRESS_PER_SECOND = 50;

/**
 * Maximum time in milliseconds for which requests may continue to run after the
 * peer stopped sending.
 */
export const DRAIN_TIMEOUT = 1_000;

/**
 * Minimum length that each subscription to a resource adds to the client's
 * quota, in characters. A shorter URI counts as this length.
 */
export const MIN_SUBSCRIPTION_LENGTH = 1_600;
