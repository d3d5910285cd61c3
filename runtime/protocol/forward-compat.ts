/**
 * Makes clients compatible with content types and enum values that later
 * revisions added. Some servers send such values even if an older revision was
 * negotiated, and a client should accept them.
 */
import type { Protocol, UnknownValue } from "./protocol.js";
import type { Rule } from "../validation/rule.js";
import { createReport } from "../validation/explain/report.js";
import { explainRejected } from "../validation/validate.js";
import type { Shape } from "../validation/shape.js";

/**
 * Validation rule of an incoming value. Also lists the strings of later
 * revisions that the value may contain.
 */
export type LaterRule = readonly [
  shape: Shape,
  /**
   * String values that later revisions added. The key is the path of the
   * member, such as `content.*.type`, where `*` matches any index or key.
   */
  places: { readonly [place: string]: readonly string[] },
];

/**
 * Rules that allow strings of later revisions in incoming results and messages.
 * The key is the method.
 */
export interface LaterRules {
  readonly results: LaterByMethod;
  readonly incoming: LaterByMethod;
}

interface LaterByMethod {
  readonly [method: string]: LaterRule;
}

/**
 * Returns a function that extends a protocol. The extended protocol accepts and
 * reports the values of later revisions that the rules allow.
 */
export function acceptLaterValues(
  rules: LaterRules,
): NonNullable<Protocol["later"]> {
  return (protocol, onUnknown) => {
    const methods = { ...protocol.methods };
    const relax = (part: "message" | "result", later: LaterByMethod) => {
      for (const [method, rule] of Object.entries(later)) {
        const facts = methods[method];
        const check = facts?.[part];
        if (check === undefined) continue;
        const lenient: Rule = (value) => {
          const problem = check(value) ?? true;
          if (problem === true) return true;
          const found = findUnknownValues(method, rule, value);
          for (const one of found ?? []) onUnknown?.(one);
          return found ? true : problem;
        };
        methods[method] = { ...facts, [part]: lenient };
      }
    };
    relax("message", rules.incoming);
    relax("result", rules.results);
    return { ...protocol, methods };
  };
}

/**
 * Returns the values of later revisions in a message that is invalid only
 * because of these values. Returns undefined if the message is also invalid for
 * another reason.
 */
function findUnknownValues(
  method: string,
  [shape, places]: LaterRule,
  value: unknown,
): readonly UnknownValue[] | undefined {
  const { issues } = explainRejected(value, shape, createReport(Infinity));
  const found: UnknownValue[] = [];
  for (const { path, pointer, message } of issues) {
    const text = getAt(value, path);
    const known = Object.entries(places).some(
      ([place, texts]) =>
        texts.includes(text as string) && matches(place.split("."), path),
    );
    if (!known) return undefined;
    found.push({ method, pointer, value: text as string, message });
  }
  return found;
}

function getAt(value: unknown, path: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of path) inner = (inner as { [key: string]: unknown })[key];
  return inner;
}

function matches(
  pattern: readonly string[],
  path: readonly (string | number)[],
): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((key, index) => key === "*" || key === path[index])
  );
}
