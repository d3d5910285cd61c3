/** Creates names for types and functions that the schema does not name. */

/**
 * Converts text to PascalCase, such as `Tool.inputSchema` to `ToolInputSchema`.
 */
export function toPascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/**
 * Returns `wanted`, or `wanted` followed by a number if `used` already contains
 * `wanted`. Adds the result to `used`.
 */
export function createUniqueName(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let n = 2; used.has(name); n++) name = `${wanted}${n}`;
  used.add(name);
  return name;
}
