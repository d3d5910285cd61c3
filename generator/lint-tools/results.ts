import { isObject } from "../../runtime/validation/guards.js";
import type { ServerAddress } from "../new/manifest/address.js";
import { withServer } from "../new/manifest/connect.js";
import { toList, type ToolEntry } from "../new/manifest/listing.js";
import { toolError } from "./diagnostics.js";
import type { ToolFinding } from "./lint.js";

/**
 * Calls all tools that return structured content, are marked as read-only, and
 * need no arguments. Reports each result that has structured content but no
 * text content.
 *
 * @throws UserError if the server cannot be reached.
 */
export function lintResults(
  address: ServerAddress,
  revisions: readonly string[],
  tools: readonly ToolEntry[],
): Promise<ToolFinding[]> {
  return withServer(address, revisions, async (client) => {
    const found: ToolFinding[] = [];
    for (const { name } of tools.filter(isCallable)) {
      const params = { name, arguments: {} };
      const options = { timeout: address.timeout, signal: address.signal };
      // Ignore failed calls: an error does not show the structure of a
      // successful result.
      const result: unknown = await client
        .request("tools/call", params, options)
        .catch(() => undefined);
      if (!isObject(result) || result["structuredContent"] === undefined)
        continue;
      const hasText = toList(result["content"]).some(
        (block) => isObject(block) && block["type"] === "text",
      );
      if (!hasText)
        found.push({
          ...toolError.warning(
            "MCP649",
            `${name}: the result has structuredContent, but content has no text block.`,
          ),
          tool: name,
        });
    }
    return found;
  });
}

function isCallable({ inputSchema, outputSchema, annotations }: ToolEntry) {
  const reads = isObject(annotations) && annotations["readOnlyHint"] === true;
  const needs = toList(inputSchema["required"]).length > 0;
  return outputSchema !== undefined && reads && !needs;
}
