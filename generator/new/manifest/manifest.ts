import { basename, extname } from "node:path";
import type { Peer } from "../../../runtime/protocol/connection/peer.js";
import {
  UserError,
  type Diagnostic,
  type Place,
} from "../../support/errors.js";
import { readUserText } from "../../source/user-text.js";
import { checkListing } from "./check-listing.js";
import { newError } from "../diagnostics.js";
import { toListing, type Listing } from "./listing.js";
import { parseText } from "./parse-text.js";

/**
 * Definitions of a server's tools, prompts and resources, read from a manifest
 * file or from a running server.
 */
export interface Manifest {
  readonly listing: Listing;
  /**
   * File name of the project's copy of the manifest: `tools.json` or
   * `tools.yaml`.
   */
  readonly file: string;
  readonly text: string;
  /** Warnings about entries of the listing that could not be used. */
  readonly warnings: readonly Diagnostic[];
  /**
   * Returns the position of a value in the manifest file. `path` starts with
   * the index of a tool, such as `[0, "inputSchema"]`.
   */
  findPlace?(path: readonly (string | number)[]): Place;
  /**
   * Information that a running server reports about itself, such as its name.
   * Undefined if the manifest was read from a file. The information is
   * untrusted.
   */
  readonly peer?: Peer | undefined;
}

/**
 * Reads a manifest: a result of tools/list, an array of tools, or the complete
 * listing of a server. Files with the extension `.yaml` or `.yml` are parsed as
 * YAML, and all others as JSON.
 *
 * @throws UserError with every problem and its position.
 */
export function readManifest(file: string, most?: number): Manifest {
  const text = readUserText(file, (_what, cause) =>
    newError("MCP610", `Cannot read ${file}.`, { cause }),
  );
  const yaml = /^\.ya?ml$/i.test(extname(file));
  const parsed = parseText(text, file, yaml ? "yaml" : "json");
  const errors = [...checkListing(parsed.value, most)].flatMap(
    ({ code, message, path, cause }) =>
      newError(code, `${basename(file)}: ${message}`, {
        place: parsed.findPlace(path),
        ...(cause === undefined ? {} : { cause }),
      }).diagnostics,
  );
  if (errors.length > 0) throw new UserError(errors);
  const toTools = Array.isArray(parsed.value) ? [] : ["tools"];
  return {
    listing: toListing(parsed.value),
    findPlace: (path) => parsed.findPlace([...toTools, ...path]),
    file: yaml ? `tools${extname(file).toLowerCase()}` : "tools.json",
    text,
    warnings: [],
  };
}
