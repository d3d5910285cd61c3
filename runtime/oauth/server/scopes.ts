import { isObject } from "../../validation/guards.js";
import type { Fields } from "../../validation/guards.js";

/**
 * Required scopes by name. A key that ends with `*` matches every name with
 * that prefix; the key `*` matches all names. A message requires the scopes of
 * all entries that match.
 */
export interface ScopesByName {
  readonly [name: string]: readonly string[];
}

/** Scopes that messages require. Argument of {@link scopesFor}. */
export interface ScopeTable {
  /**
   * Required scopes by method, such as `tools/call` or `resources/*`. `*`
   * applies to every message.
   */
  readonly methods?: ScopesByName | undefined;
  /** Required scopes by tool name, for `tools/call`. */
  readonly tools?: ScopesByName | undefined;
  /** Required scopes by prompt name, for `prompts/get` and completions. */
  readonly prompts?: ScopesByName | undefined;
  /**
   * Required scopes by resource URI, for reading, subscribing to and completing
   * a resource. Several URIs may lead to the same resource, so a client can
   * bypass a rule for one of them. Therefore use the key `*` for scopes that
   * every client must have. A handler that resolves URIs should check
   * `ctx.auth` itself.
   */
  readonly resources?: ScopesByName | undefined;
}

/**
 * Creates a function that returns the scopes a message requires. Pass it as
 * option `needs` of {@link jwt} or {@link introspection}, or as `scopes` of
 * your own `auth` object.
 *
 * @example
 * scopesFor({
 *   methods: { "*": ["mcp"] },
 *   tools: { "delete_*": ["files:write"] },
 * });
 */
export function scopesFor({
  methods,
  tools,
  prompts,
  resources,
}: ScopeTable): (message: unknown) => readonly string[] {
  return (message) => {
    const { method, params } = toFields(message);
    const { name, uri, ref, notifications } = toFields(params);
    const completed = toFields(ref);
    const { resourceSubscriptions: listened } = toFields(notifications);
    const uris = [uri, completed.uri];
    if (Array.isArray(listened)) uris.push(...listened);
    const needed = [
      // Responses have no method. The entry `*` applies to responses too.
      ...getMatchingScopes(methods, method ?? ""),
      ...(method === "tools/call" ? getMatchingScopes(tools, name) : []),
      ...(method === "prompts/get" ? getMatchingScopes(prompts, name) : []),
      ...getMatchingScopes(prompts, completed.name),
      ...uris.flatMap((address) => [
        ...getMatchingScopes(resources, address),
        ...getMatchingScopes(resources, normalizeUri(address)),
      ]),
    ];
    return [...new Set(needed)];
  };
}

function toFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/**
 * Normalizes a URI, so that clients cannot bypass a rule with `..` segments or
 * alternative spellings.
 */
function normalizeUri(uri: unknown): string | undefined {
  return typeof uri === "string" && URL.canParse(uri)
    ? new URL(uri).href
    : undefined;
}

/** Returns the scopes of all entries that match a name. */
function getMatchingScopes(table: ScopesByName = {}, name: unknown): string[] {
  if (typeof name !== "string") return [];
  return Object.entries(table).flatMap(([key, scopes]) => {
    const isStart = key.endsWith("*") && name.startsWith(key.slice(0, -1));
    return isStart || key === name ? scopes : [];
  });
}
