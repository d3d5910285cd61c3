/**
 * Finds characters that a person cannot see, and text that tries to instruct a
 * model.
 */

/**
 * Invisible characters: control characters except tab and line ends, format
 * characters, and fillers.
 */
const INVISIBLE =
  /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\u115F\u1160\u2800\u3164\p{Variation_Selector}]/gu;

/**
 * Invisible characters that are allowed because they change how adjacent
 * characters look: variation selectors of emoji, and joiners.
 */
const SHAPING =
  /(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier}|(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}])[\u200C\u200D](?=\p{L}|\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F/gu;

/**
 * Returns the code points of up to three invisible characters of a text, or
 * null if it has none.
 */
export function findInvisible(text: string): string | null {
  const found = text.replaceAll(SHAPING, "").match(INVISIBLE);
  if (found === null) return null;
  const shown = [...new Set(found)].slice(0, 3).map(codePoint).join(", ");
  return found.length > 3
    ? `${shown} and more (${found.length} in all)`
    : shown;
}

function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Patterns of instructions that do not belong in the description of a tool,
 * each with the kind of instruction.
 */
const INSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [
    /<\/?\s*(?:important|system|instructions?|secret|hidden)\b[^<>]{0,40}>/i,
    "has a tag that marks instructions",
  ],
  [/<!--/, "has an HTML comment, which a page does not show"],
  [
    /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)?(?:previous|prior|earlier|above|other|system)\b/i,
    "tells a model to ignore other instructions",
  ],
  [
    /\b(?:do\s+not|don't|never|without)\s+(?:tell|telling|inform|informing|mention|mentioning|show|showing|notify|notifying|ask|asking|alert|alerting)\b[^.\n]{0,40}\buser/i,
    "tells a model to hide something from the user",
  ],
  [
    /\bid_rsa\b|\.ssh\/|\.aws\/|\.env\b|\/etc\/(?:passwd|shadow)/i,
    "names a file with secrets",
  ],
  [
    /\b(?:before|instead of|after)\s+(?:using|calling|running)\s+(?:any|all|every|other)\b[^.\n]{0,20}\btools?\b/i,
    "gives instructions about other tools",
  ],
];

/**
 * Returns the kind of the instruction that a text contains, or null if it
 * contains none.
 */
export function findInstruction(text: string): string | null {
  return INSTRUCTIONS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
