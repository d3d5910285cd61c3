/** Lookup of values in one server entry of a configuration file. */
import { isObject } from "../../validation/guards.js";
import { getPlaces, type ConfigMeaning } from "./keys.js";
import { getAtPath, type ConfigFields, type ConfigPath } from "./values.js";

/**
 * Server entry of a configuration file. Reports the problems of the entry, and
 * records whether the server must be omitted.
 */
export class ConfigEntry {
  readonly fields: ConfigFields;
  readonly strict: boolean;
  /**
   * Whether a reported problem makes the server unusable, so that it is
   * omitted.
   */
  useless = false;
  readonly #report: (
    path: ConfigPath,
    message: string,
    useless: boolean,
  ) => void;

  constructor(
    fields: ConfigFields,
    strict: boolean,
    report: (path: ConfigPath, message: string, useless: boolean) => void,
  ) {
    this.fields = fields;
    this.strict = strict;
    this.#report = report;
  }

  readonly report = (
    path: ConfigPath,
    message: string,
    useless = true,
  ): void => {
    this.useless ||= useless;
    this.#report(path, message, useless);
  };

  get(path: ConfigPath): unknown {
    return getAtPath(this.fields, path);
  }

  /**
   * Returns the paths at which the entry has a value for `meaning` (for example
   * for `command`). Programs write `null` and `""` for a missing value, so both
   * count as missing unless `strict` is set.
   */
  find(meaning: ConfigMeaning): readonly ConfigPath[] {
    return getPlaces(meaning, this.strict).filter((path) => {
      const value = this.get(path);
      const missing = value === null || value === "";
      return value !== undefined && (this.strict || !missing);
    });
  }

  /**
   * Returns the first path at which the entry has a value for `meaning`. If
   * another path has a different value, reports that this value has no effect.
   * A value in `url` is not reported: in Gemini's format, a server may have
   * both `httpUrl` and `url`.
   */
  findOne(meaning: ConfigMeaning): ConfigPath | undefined {
    const [first, ...others] = this.find(meaning);
    for (const path of others)
      if (
        path[0] !== first?.[0] &&
        path[0] !== "url" &&
        this.get(path) !== this.get(first ?? [])
      )
        this.report(path, `has no effect: ${first?.join(".")} is used`, false);
    return first;
  }
}

/**
 * Returns whether a value has the form of a server entry: it has a command or
 * a URL.
 */
export function isServerEntry(value: unknown): value is ConfigFields {
  const has = (meaning: ConfigMeaning): boolean =>
    getPlaces(meaning).some(
      (path) => typeof getAtPath(value, path) === "string",
    );
  return isObject(value) && (has("command") || has("url"));
}
