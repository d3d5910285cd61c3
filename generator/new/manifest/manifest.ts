import { basename, extname } from "node:path";
import {
  UserError,
  type Diagnostic,
  type Place,
} from "../../support/errors.js";
import { readUserText } from "../../source/user-text.js";
import { checkListing } from "./check-listing.js";
import { newError } from "../diagnostics.js";
import { listingOf, type Listing } from "./listing.js";
import { parseText } from "./parse-text.js";

/** What a server has: a manifest that was read, or what one that runs listed. */
export interface Manifest {
  readonly listing: Listing;
  /** How the project's own copy is called: `tools.json`, `tools.yaml`. */
  readonly file: string;
  readonly text: string;
  /** What could not be used of what a server listed. */
  readonly warnings: readonly Diagnostic[];
  /** Where a part of a tool stands in the file that was read. */
  placeOf?(path: readonly (string | number)[]): Place;
  /** What the server calls itself, when one was asked. */
  readonly server?: { readonly name: string } | undefined;
  /** The revision that it was asked in, when one was. */
  readonly revision?: string | undefined;
}

/**
 * Reads a manifest: what tools/list answers, an array of tools, or all that a
 * server lists; JSON, or YAML when its name ends so.
 *
 * @throws UserError with everything that is wrong with it, and where.
 */
export function readManifest(file: string, most?: number): Manifest {
  const text = readUserText(file, (_what, cause) =>
    newError("MCP610", `${file} can not be read.`, { cause }),
  );
  const yaml = /^\.ya?ml$/i.test(extname(file));
  const parsed = parseText(text, file, yaml ? "yaml" : "json");
  const errors = [...checkListing(parsed.value, most)].flatMap(
    ({ code, message, path, cause }) =>
      newError(code, `${basename(file)}: ${message}`, {
        place: parsed.placeOf(path),
        ...(cause === undefined ? {} : { cause }),
      }).diagnostics,
  );
  if (errors.length > 0) throw new UserError(errors);
  const toTools = Array.isArray(parsed.value) ? [] : ["tools"];
  return {
    listing: listingOf(parsed.value),
    placeOf: (path) => parsed.placeOf([...toTools, ...path]),
    file: yaml ? `tools${extname(file).toLowerCase()}` : "tools.json",
    text,
    warnings: [],
  };
}
