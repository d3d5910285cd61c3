/**
 * Reads the doc tags in the first comment of an extension's schema. The tags
 * name the side that declares the extension in its capabilities, and the types
 * of the declared settings.
 */
import { EXTENSION_TAGS } from "../../model/doc-tags.js";
import type { Declaration, Extension } from "../../model/types.js";
import type { Reporter } from "../reporter.js";

/**
 * Data about an extension that is read from the doc tags in its first comment.
 */
type DeclaredBy = Pick<
  Extension,
  "declaredBy" | "clientSettings" | "serverSettings"
>;

const SIDES: readonly string[] = ["client", "server", "both"];

/** Pattern of a doc tag at the start of a comment line. */
const TAG = /^[\s/*]*@(\w+)[ \t]*([^\r\n*]*)/gm;

/**
 * Returns the side that declares an extension, and the names of the settings'
 * types. Without tags, both sides declare the extension.
 *
 * @param head Text of the file before its first statement.
 * @param own Declarations of the extension.
 * @param hasMessages Whether the extension has requests or notifications.
 */
export function readDeclaredBy(
  head: string,
  own: readonly Declaration[],
  hasMessages: boolean,
  reporter: Reporter,
): DeclaredBy {
  const found = new Map<string, { readonly value: string; at: number }>();
  for (const { 0: line, 1: tag = "", 2: text = "", index } of head.matchAll(
    TAG,
  )) {
    const at = index + line.indexOf("@");
    const value = text.trim();
    const fail = (message: string) => reporter.error("MCP166", at, message);
    if (!EXTENSION_TAGS.has(tag)) continue;
    if (found.has(tag)) fail(`The tag \`@${tag}\` was given twice`);
    else if (tag === "declaredBy" && !SIDES.includes(value))
      fail(`\`@declaredBy ${value}\` is not one of client, server and both`);
    else if (tag !== "declaredBy" && !isExportedType(own, value))
      fail(
        `The extension exports no type \`${value}\`, which \`@${tag}\` names`,
      );
    found.set(tag, { value, at });
  }
  const declaredBy = (found.get("declaredBy")?.value ??
    "both") as DeclaredBy["declaredBy"];
  for (const side of ["client", "server"] as const) {
    const settings = found.get(`${side}Settings`);
    const other = side === "client" ? "server" : "client";
    if (settings && declaredBy === other)
      reporter.error(
        "MCP166",
        settings.at,
        `\`@${side}Settings\` describes settings of the ${side}, but only the ${other} declares the extension`,
      );
  }
  const clientSettings = found.get("clientSettings")?.value ?? null;
  const serverSettings = found.get("serverSettings")?.value ?? null;
  const tag = found.get("declaredBy");
  if (tag && !hasMessages && !clientSettings && !serverSettings)
    reporter.error(
      "MCP167",
      tag.at,
      `\`@declaredBy ${declaredBy}\` has no effect: the extension has neither messages nor settings`,
    );
  return { declaredBy, clientSettings, serverSettings };
}

function isExportedType(own: readonly Declaration[], name: string): boolean {
  return own.some(
    (declaration) =>
      declaration.name === name &&
      declaration.exported &&
      declaration.kind !== "constant",
  );
}
