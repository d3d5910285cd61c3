/** Who sent a message, as recordings put it. */

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

const CLIENT = "(?:client|editor|host|inspector)";
const TO = " ?(?:to|2|>) ?(?:the )?";
const PHRASES: readonly (readonly [RegExp, Side])[] = [
  [new RegExp(`\\b${CLIENT}${TO}server\\b|\\bc2s\\b`), "client"],
  [new RegExp(`\\bserver${TO}${CLIENT}\\b|\\bs2c\\b`), "server"],
  [new RegExp(`\\bserver < ?${CLIENT}\\b`), "client"],
  [new RegExp(`\\b${CLIENT} < ?server\\b`), "server"],
  [new RegExp(`\\b(?:from|by) (?:the )?${CLIENT}\\b`), "client"],
  [/\b(?:from|by) (?:the )?server\b/, "server"],
  [/\bto (?:the )?server\b/, "client"],
  [new RegExp(`\\bto (?:the )?${CLIENT}\\b`), "server"],
];

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
  const found = phraseIn(plain);
  if (found) return found;
  for (const word of plain.split(" ").slice(-3).reverse()) {
    const way = WAY_OF.get(word);
    if (way) return way;
  }
  return undefined;
}

function phraseIn(plain: string): Side | undefined {
  return PHRASES.find(([pattern]) => pattern.test(plain))?.[1];
}

/** Lower case, words and arrows alone, one space between them. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[-=]+>|→|»/g, " > ")
    .replace(/<[-=]+|←|«/g, " < ")
    .replace(/[^a-z0-9<>]+/g, " ")
    .trim();
}
