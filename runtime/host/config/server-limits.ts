/**
 * Reader for the settings of a server entry that select tools and set timeouts.
 */
import { isObject } from "../../validation/guards.js";
import type { ConfigEntry } from "./entry.js";
import type { ConfigMeaning } from "./keys.js";
import { toMilliseconds } from "./timeout-unit.js";
import type { CommonConfig } from "./server-config.js";
import type { ConfigPath } from "./values.js";

/**
 * Reads the settings of a server entry that select its tools and set its
 * timeout.
 *
 * @param timeoutUnit Unit of the key `timeout`, in milliseconds: 1 or 1,000.
 *   Undefined if the unit is not known.
 */
export function readLimits(
  entry: ConfigEntry,
  timeoutUnit: number | undefined,
): CommonConfig {
  const disabled = getNames(entry, "disabledTools").flat();
  const included = [
    ...getNames(entry, "includeTools"),
    ...getNames(entry, "availableTools").filter((names) => names.length > 0),
  ];
  for (const path of entry.find("tools")) {
    const value = entry.get(path);
    if (isObject(value)) disabled.push(...getDisabled(value));
    else included.push(toNames(entry, path, value));
  }
  const timeout = readTimeout(entry, timeoutUnit);
  const lists = included.filter((names) => !names.includes("*"));
  return {
    ...(timeout && { timeout }),
    ...(disabled.length > 0 && { disabledTools: disabled }),
    ...(lists.length > 0 && {
      // If several lists name tools to expose, only tools that are in all of
      // these lists are exposed.
      includeTools: lists.reduce((all, names) =>
        all.filter((name) => names.includes(name)),
      ),
    }),
  };
}

function getNames(
  entry: ConfigEntry,
  meaning: ConfigMeaning,
): (readonly string[])[] {
  return entry
    .find(meaning)
    .map((path) => toNames(entry, path, entry.get(path)));
}

/**
 * Returns the value as an array of tool names. The text `"*"`, which means all
 * tools, is also accepted. Any other value is reported.
 */
function toNames(
  entry: ConfigEntry,
  path: ConfigPath,
  value: unknown,
): readonly string[] {
  if (value === "*") return ["*"];
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value;
  entry.report(path, "expected an array of tool names");
  return [];
}

/**
 * Returns the names of the disabled tools. `settings` is an object with
 * settings by tool name. A tool is disabled if its setting is `false` or an
 * object with `enabled: false`.
 */
function getDisabled(settings: object): string[] {
  return Object.entries(settings)
    .filter(
      ([, value]) =>
        value === false || (isObject(value) && value.enabled === false),
    )
    .map(([name]) => name);
}

function readTimeout(
  entry: ConfigEntry,
  unit: number | undefined,
): number | undefined {
  const read = (
    meaning: ConfigMeaning,
    convert: (value: number) => number,
  ): number | undefined => {
    const path = entry.findOne(meaning);
    const value = path && entry.get(path);
    if (path === undefined) return undefined;
    if (typeof value === "number" && value > 0) return convert(value);
    entry.report(path, "expected a positive number", false);
    return undefined;
  };
  return (
    read("timeoutMs", (value) => value) ??
    read("timeoutSeconds", (value) => value * 1_000) ??
    read("timeout", (value) => toMilliseconds(value, unit))
  );
}
