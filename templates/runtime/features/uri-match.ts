import { encode } from "./uri-template.js";
import type { Expression, UriTemplate } from "./uri-template.js";

/** What a URI gave for each variable; an array for `{/x*}`. */
export interface TemplateMatch {
  readonly [name: string]: Found;
}

type Found = string | readonly string[];

/**
 * A function that gives the variables of a URI, or null when it does not fit.
 *
 * @throws TypeError for expressions other than `{x}`, `{+x}`, `{/x*}` and
 *   `{?x,y}`: a URI does not tell what they stand for.
 */
export function uriMatcher(
  template: UriTemplate,
): (uri: string) => TemplateMatch | null {
  const readers: Matching["read"][] = [];
  const source = template.parts.map((part) => {
    if (typeof part === "string") return escape(encode(part, true));
    const { pattern, read } = matchExpression(part, template.text);
    readers.push(read);
    return pattern;
  });
  const expression = new RegExp(`^${source.join("")}$`);
  return (uri) => {
    const found = expression.exec(uri);
    if (!found) return null;
    const values = new Map<string, Found>();
    const fits = readers.every((read, index) =>
      read(found[index + 1] ?? "", values),
    );
    return fits ? Object.fromEntries(values) : null;
  };
}

interface Matching {
  readonly pattern: string;
  /** Puts what was found into the map; false when it does not fit. */
  readonly read: (found: string, into: Map<string, Found>) => boolean;
}

/** One group of a regular expression, and what its text means. */
function matchExpression(part: Expression, template: string): Matching {
  const { operator, variables } = part;
  const [only] = variables;
  const simple =
    variables.length === 1 && only !== undefined && only.prefix === undefined;
  if (simple && !only.explode && (operator === "" || operator === "+")) {
    return {
      pattern: operator === "" ? "([^/?#]*)" : "([^?#]*)",
      read: (found, into) => put(into, only.name, decode(found)),
    };
  }
  if (simple && only.explode && operator === "/") {
    return {
      pattern: "((?:/[^/?#]*)*)",
      read: (found, into) => {
        const segments = found.split("/").slice(1).map(decode);
        if (segments.includes(null)) return false;
        into.set(only.name, segments as string[]);
        return true;
      },
    };
  }
  const plain = variables.every((one) => !one.explode && !one.prefix);
  if (operator === "?" && plain) {
    const names = new Set(variables.map(({ name }) => name));
    return {
      pattern: "((?:\\?[^#]*)?)",
      read: (found, into) =>
        found
          .slice(1)
          .split("&")
          .every((pair) => {
            const [key = "", ...value] = pair.split("=");
            return !names.has(key) || put(into, key, decode(value.join("=")));
          }),
    };
  }
  throw new TypeError(
    `${template} has an expression that URIs cannot be matched with; {x}, {+x}, {/x*} and {?x,y} can`,
  );
}

function put(
  into: Map<string, Found>,
  name: string,
  value: string | null,
): boolean {
  if (value === null) return false;
  into.set(name, value);
  return true;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
