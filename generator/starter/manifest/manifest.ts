import { readFileSync, statSync } from "node:fs";
import { basename, extname } from "node:path";
import type { Diagnostic } from "../../support/errors.js";
import { UserError } from "../../support/errors.js";
import { checkListing } from "./check-listing.js";
import { newError, type NewCode } from "../diagnostics.js";
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
  /** What the server calls itself, when one was asked. */
  readonly server?: { readonly name: string } | undefined;
}

/** Larger files are no lists of tools that a person wrote. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a manifest: what tools/list answers, an array of tools, or all that a
 * server lists; JSON, or YAML when its name ends so.
 *
 * @throws UserError with everything that is wrong with it, and where.
 */
export function readManifest(file: string): Manifest {
  const text = readText(file);
  const yaml = /^\.ya?ml$/i.test(extname(file));
  const parsed = parseText(text, file, yaml ? "yaml" : "json");
  const errors = [...checkListing(parsed.value)].flatMap(
    ({ code, message, path, cause }) =>
      newError(code, `${basename(file)}: ${message}`, {
        place: parsed.placeOf(path),
        ...(cause === undefined ? {} : { cause }),
      }).diagnostics,
  );
  if (errors.length > 0) throw new UserError(errors);
  return {
    listing: listingOf(parsed.value),
    file: yaml ? `tools${extname(file).toLowerCase()}` : "tools.json",
    text,
    warnings: [],
  };
}

function readText(file: string): string {
  const refuse = (code: NewCode, cause: string): Error =>
    newError(code, `${file} can not be read.`, { cause });
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES)
      throw refuse("MCP610", `It has ${size} bytes; ${MAX_BYTES} are allowed.`);
    const bytes = readFileSync(file);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new TypeError("It is a binary file.");
    return text;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reasons: { readonly [code: string]: string } = {
      ENOENT: "There is no such file.",
      EISDIR: "It is a folder.",
      EACCES: "Permission is missing.",
      ERR_ENCODING_INVALID_ENCODED_DATA: "It is not UTF-8 text.",
    };
    throw refuse("MCP610", reasons[code ?? ""] ?? (error as Error).message);
  }
}
