/** Default limits for one peer. */

/** Default maximum length of an incoming message, in UTF-16 code units. */
export const MAX_MESSAGE = 67_108_864;
export const IN_FLIGHT = 10_000;
export const PER_MINUTE = 1_200_000;

/**
 * Maximum number of characters that are stored for the peer of a connection. A
 * second limit of the same size applies to cached data about the peer's tools.
 */
export const MAX_KEPT = 16_000_000;
