import { UNKNOWN_METHOD } from "../../../runtime/json-rpc/constants.js";
import type { ClientCore } from "../../../runtime/protocol/client-core.js";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import { declaresExtension } from "../../../runtime/protocol/extensions.js";
import { isObject } from "../../../runtime/validation/guards.js";
import type { Diagnostic } from "../../support/errors.js";
import { checkListing, entryName, MAX_ENTRIES } from "./check-listing.js";
import { toListing } from "./listing.js";
import type { ServerAddress } from "./address.js";
import { TAIL, withServer } from "./connect.js";
import { newError } from "../diagnostics.js";
import type { Manifest } from "./manifest.js";

const METHODS = {
  tools: "tools/list",
  prompts: "prompts/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  skills: "skills/list",
};

/** Maximum time for reading a list, as a multiple of the time limit of a page. */
const MAX_TIMEOUTS = 10;

const SKILLS = "io.modelcontextprotocol/skills";

/**
 * Connects to a server with one of the given revisions, and reads all its
 * lists, page by page. Invalid entries are left out of the result.
 *
 * @throws UserError if the server cannot be reached, or lists too many entries.
 */
export function listServer(
  address: ServerAddress,
  revisions: readonly string[],
  most = MAX_ENTRIES,
  maxTimeouts = MAX_TIMEOUTS,
): Promise<Manifest> {
  return withServer(address, revisions, async (client) => {
    const peer = client.server;
    const { capabilities } = peer;
    const all: { [member: string]: unknown[] } = { tools: [] };
    const failed: Diagnostic[] = [];
    for (const [member, method] of Object.entries(METHODS))
      // The name of a capability is the part of the method before the slash.
      if (
        member === "skills"
          ? declaresExtension(capabilities, SKILLS)
          : capabilities[method.split("/", 1)[0] ?? ""] !== undefined
      )
        all[member] = await readEntries(
          client,
          member,
          method,
          address,
          most,
          maxTimeouts * address.timeout,
        ).catch((error: unknown) => {
          if (!(error instanceof McpError)) throw error;
          // Do not warn about an unknown method: many servers declare
          // `resources` but do not implement `resources/templates/list`.
          if (error.code !== UNKNOWN_METHOD)
            failed.push(
              newError.warning(
                "MCP622",
                `${address.from} answers ${method} with the error: ${error.message.slice(0, TAIL)}. Its ${member} are left out.`,
              ),
            );
          return [];
        });
    const { value, warnings } = usable(all, most);
    return {
      listing: toListing(value),
      file: "tools.json",
      text: `${JSON.stringify(value, null, 2)}\n`,
      warnings: [...failed, ...warnings],
      peer,
    };
  });
}

async function readEntries(
  client: ClientCore,
  member: string,
  method: string,
  { from, timeout, signal }: ServerAddress,
  most: number,
  maxTime: number,
): Promise<unknown[]> {
  const found: unknown[] = [];
  const pages = client.pages(method, undefined, { timeout, signal });
  let count = 0;
  const start = performance.now();
  for await (const page of pages) {
    // Limit the number of pages, because a server may send empty pages with new
    // cursors without end.
    if (++count > most)
      throw newError(
        "MCP622",
        `${from} sends more than ${most} pages for ${method}, which is not allowed.`,
      );
    if (performance.now() - start > maxTime)
      throw newError(
        "MCP622",
        `${from} did not send all pages of ${method} within ${maxTime / 1000} seconds.`,
        {
          cause: `All pages of a list must arrive within ${MAX_TIMEOUTS} times the time limit of one page.`,
          fix: "Fix the server, or pass a longer time limit with --timeout.",
        },
      );
    const entries = isObject(page) ? page[member] : undefined;
    if (!Array.isArray(entries))
      throw newError(
        "MCP622",
        `The response of ${from} to ${method} has no array "${member}".`,
      );
    for (const entry of entries) found.push(entry);
    if (found.length > most)
      throw newError("MCP616", `${from} lists more than ${most} ${member}.`);
  }
  return found;
}

/**
 * Returns the listing without unusable entries, and warnings about the unusable
 * ones.
 */
function usable(
  all: { readonly [member: string]: readonly unknown[] },
  most: number,
) {
  const findings = [...checkListing(all, most)];
  const bad = new Set(findings.map(({ path }) => `${path[0]}.${path[1]}`));
  const leftOut: string[] = [];
  const value: { [member: string]: readonly unknown[] } = {};
  for (const [member, entries] of Object.entries(all))
    value[member] = entries.filter((entry, index) => {
      const isBad = bad.has(`${member}.${index}`);
      if (isBad) leftOut.push(entryName(member, entry));
      return !isBad;
    });
  const warnings = findings.map(({ message, cause = "" }) =>
    newError.warning(
      "MCP622",
      `${`${message} ${cause}`.trim()} The entry is left out.`,
    ),
  );
  return {
    value: leftOut.length > 0 ? { ...value, leftOut } : value,
    warnings,
  };
}
