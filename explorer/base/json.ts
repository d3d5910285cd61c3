/** Renders a JSON value and marks the positions of problems in it. */
import { h, type Child } from "./dom.js";

type Path = readonly (string | number)[];

/**
 * Maximum number of values to show. Further values, and values that are nested
 * too deeply, are left out.
 */
const MAX_PARTS = 2_000;
const MAX_DEPTH = 100;

/**
 * Renders the JSON value with indentation. Values at the given paths are
 * marked.
 */
export function jsonView(
  value: unknown,
  marked: readonly Path[] = [],
): HTMLElement {
  const marks = new Set(
    marked.map((path) => toPathKey(findExistingPrefix(value, path))),
  );
  let parts = 0;
  const part = (inner: unknown, path: Path, margin: string): Child => {
    const isTooMuch = parts++ > MAX_PARTS || path.length > MAX_DEPTH;
    const shown = isTooMuch ? span("note", "…") : bare(inner, path, margin);
    if (!marks.has(toPathKey(path))) return shown;
    // If an object or array has a problem, mark only its opening bracket, not
    // its whole content.
    return Array.isArray(shown)
      ? [h("mark", {}, shown[0] as Child), shown.slice(1) as Child[]]
      : h("mark", {}, shown);
  };
  const bare = (inner: unknown, path: Path, margin: string): Child => {
    if (typeof inner !== "object" || inner === null)
      return span(getTokenKind(inner), JSON.stringify(inner) ?? "undefined");
    const isArray = Array.isArray(inner);
    const entries = Object.entries(inner);
    const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
    if (entries.length === 0) return `${open}${close}`;
    const inside = `${margin}  `;
    return [
      open,
      entries.map(([name, child], index) => [
        `${index > 0 ? "," : ""}\n${inside}`,
        !isArray && [span("key", JSON.stringify(name)), ": "],
        part(child, [...path, isArray ? index : name], inside),
      ]),
      `\n${margin}${close}`,
    ];
  };
  return h(
    "pre",
    { class: "json", dir: "ltr", tabindex: 0 },
    h("code", {}, part(value, [], "")),
  );
}

function span(kind: string, text: string): HTMLElement {
  return h("span", { class: `j-${kind}` }, text);
}

function getTokenKind(value: unknown): string {
  return typeof value === "string" ? "string" : "literal";
}

function toPathKey(path: Path): string {
  return JSON.stringify(path.map(String));
}

/** Returns the longest prefix of a path that exists in the value. */
function findExistingPrefix(value: unknown, path: Path): Path {
  let inner = value;
  for (const [index, step] of path.entries()) {
    if (
      typeof inner !== "object" ||
      inner === null ||
      !Object.hasOwn(inner, step)
    )
      return path.slice(0, index);
    inner = (inner as Record<string | number, unknown>)[step];
  }
  return path;
}
