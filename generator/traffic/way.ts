/** Who sent a message, as recordings put it. */

/** A side of a conversation. */
export type Side = "client" | "server";

/**
 * What a recording says of a message's way. Out and in are seen from a side
 * that the recording does not name.
 */
export type Way = Side | "in" | "out";

/** The other side, or the other way. */
export function opposite<W extends Way>(way: W): W {
  return OPPOSITE[way] as W;
}

const OPPOSITE: Readonly<Record<Way, Way>> = {
  client: "server",
  server: "client",
  in: "out",
  out: "in",
};

/** Whoever is named first is the sender: `client->server`, `stdout`, `inbound`. */
const WAYS: readonly (readonly [RegExp, Way])[] = [
  [/^(?:client|c2s|stdin)/i, "client"],
  [/^(?:server|s2c|stdout)/i, "server"],
  [/^(?:in$|inbound|incoming|recv|receive)/i, "in"],
  [/^(?:out$|outbound|outgoing|send|sent)/i, "out"],
];

/** The way that a member such as `direction` or `from` names, if it does. */
export function wayOf(value: unknown): Way | undefined {
  if (typeof value !== "string") return undefined;
  return WAYS.find(([words]) => words.test(value))?.[1];
}
