/**
 * Faults that tests add to the reference decoder. Each value is the name of the
 * corpus rule whose cases detect the fault.
 */
export const FAULTS = {
  "refuses unknown keys": "unknown key",
  "drops unknown keys": "unknown key",
  "ignores index signatures": "index signature",
  "ignores missing members": "required",
  "treats null as a missing member": "null",
  "ignores the case of keys": "key case",
  "accepts any primitive for a string": "type",
  "accepts arrays as objects": "object or array",
  "refuses empty arrays": "empty",
  "accepts fractions as integers": "integer",
  "refuses all fractions": "fraction",
  "stores integers in 32 bits": "large number",
  "stores integers in 53 bits": "large number",
  "ignores limits": "limit",
  "excludes the limit itself": "limit",
  "accepts any literal of the same type": "literal",
  "ignores the discriminant": "discriminant",
  "knows only the first type of a union": "variant",
  "forgets the last type of a union": "variant",
  "ignores jsonrpc": "envelope",
  "accepts any request id": "envelope",
  "accepts a notification with an id": "notification id",
  "ignores the direction": "direction",
} as const;

export type Fault = keyof typeof FAULTS;
