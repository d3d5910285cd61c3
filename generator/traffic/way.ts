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

const PARTY = "(client|editor|host|inspector|server)";
/** `client to the server`, `server < client`. */
const BETWEEN = new RegExp(`\\b${PARTY} ?(to|2|>|<) ?(?:the )?${PARTY}\\b`);
/** `from the client`. */
const BESIDE = new RegExp(`\\b(from|by|to) (?:the )?${PARTY}\\b`);

const WORDS: Readonly<Record<Way, readonly string[]>> = {
  client: ["client", "editor", "host", "inspector", "stdin"],
  server: ["server", "stdout"],
  in: "in inbound incoming recv receive received receiving rx < <<".split(" "),
  out: "out outbound outgoing send sent sending tx > >>".split(" "),
};
const WAY_OF = new Map(
  Object.entries(WORDS).flatMap(([way, words]) =>
    words.map((word) => [word, way as Way] as const),
  ),
);

/** The way that a value such as `client->server`, `in` or `stdout` names. */
export function wayOf(text: string): Way | undefined {
  const plain = plainText(text);
  return phraseIn(plain) ?? WAY_OF.get(plain);
}

/** The way that the text before a message names, nearest to it first. */
export function wayBefore(prefix: string): Way | undefined {
  const plain = plainText(prefix);
  const last = plain.split(" ").slice(-3).reverse();
  return (
    phraseIn(plain) ??
    last.map((word) => WAY_OF.get(word)).find((way) => way !== undefined)
  );
}

function phraseIn(plain: string): Side | undefined {
  const side = (party = ""): Side => (party === "server" ? party : "client");
  const [, one, arrow, other] = BETWEEN.exec(plain) ?? [];
  if (one && side(one) !== side(other))
    return side(arrow === "<" ? other : one);
  const [, word, party] = BESIDE.exec(plain) ?? [];
  if (!party) return undefined;
  return word === "to" ? opposite(side(party)) : side(party);
}

/** Lower case, words and arrows alone, one space between them. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[-=]+>|→|»/g, " > ")
    .replace(/<[-=]+|←|«/g, " < ")
    .replace(/[^a-z0-9<>]+/g, " ")
    .replace(/\bc2s\b/, "client to server")
    .replace(/\bs2c\b/, "server to client")
    .trim();
}
