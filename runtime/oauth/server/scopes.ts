import { isObject } from "../../validation/guards.js";
import type { Fields } from "../../validation/guards.js";

/**
 * Scopes by name, or by the beginning of one that ends with `*`; `*` is all of
 * them. A message needs what each entry says that fits.
 */
export interface ScopesByName {
  readonly [name: string]: readonly string[];
}

/** What needs which scopes, for {@link scopesFor}. */
export interface ScopeTable {
  /** Methods, such as `tools/call` or `resources/*`; `*` is every message. */
  readonly methods?: ScopesByName | undefined;
  /** Tools by name, when they are called. */
  readonly tools?: ScopesByName | undefined;
  /** Prompts by name, when they are asked for or completed. */
  readonly prompts?: ScopesByName | undefined;
  /**
   * Resources by address, when they are read, subscribed to or completed. An
   * address can be written in several ways: let `*` need what a stranger may not do
   * without, and a handler that resolves addresses look at `ctx.auth` itself.
   */
  readonly resources?: ScopesByName | undefined;
}

/**
 * Tells which scopes a message needs: for `needs` of {@link jwt} and {@link
 * introspection}, or `scopes` of an `auth` of one's own.
 */
export function scopesFor({
  methods,
  tools,
  prompts,
  resources,
}: ScopeTable): (message: unknown) => readonly string[] {
  return (message) => {
    const { method, params } = fieldsOf(message);
    const { name, uri, ref, notifications } = fieldsOf(params);
    const completed = fieldsOf(ref);
    const { resourceSubscriptions: listened } = fieldsOf(notifications);
    const uris = [uri, completed.uri];
    if (Array.isArray(listened)) uris.push(...listened);
    const needed = [
      // A response has no method, and `*` is every message.
      ...scopesOfEntries(methods, method ?? ""),
      ...(method === "tools/call" ? scopesOfEntries(tools, name) : []),
      ...(method === "prompts/get" ? scopesOfEntries(prompts, name) : []),
      ...scopesOfEntries(prompts, completed.name),
      ...uris.flatMap((one) => [
        ...scopesOfEntries(resources, one),
        ...scopesOfEntries(resources, plainAddress(one)),
      ]),
    ];
    return [...new Set(needed)];
  };
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** An address as URLs are written, without `..` and the like. */
function plainAddress(uri: unknown): string | undefined {
  return typeof uri === "string" && URL.canParse(uri)
    ? new URL(uri).href
    : undefined;
}

/** Scopes of the entries that fit a name. */
function scopesOfEntries(table: ScopesByName = {}, name: unknown): string[] {
  if (typeof name !== "string") return [];
  return Object.entries(table).flatMap(([key, scopes]) => {
    const isStart = key.endsWith("*") && name.startsWith(key.slice(0, -1));
    return isStart || key === name ? scopes : [];
  });
}
