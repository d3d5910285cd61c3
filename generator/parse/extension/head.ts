/**
 * Reads the first comment of an extension's schema. The comment contains the
 * identifier of the extension, and doc tags that name the side that declares
 * the extension in its capabilities, and the types of the declared settings.
 */
import { EXTENSION_TAGS } from "../../model/doc-tags.js";
import type {
  Declaration,
  Extension,
  ProtocolModel,
} from "../../model/types.js";
import type { ExtensionSource } from "../../source/read.js";
import type { Reporter } from "../reporter.js";

/** Pattern of the text before the first statement: comments and white space. */
const HEAD = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*/;

/**
 * Pattern that extracts the identifier of the extension from the first comment
 * of a file.
 */
const IDENTIFIER = /^[\s/*]*Extension Identifier:\s*`?([^\s`*]+)/im;

/**
 * Pattern of a valid identifier, such as `com.example/name`. MCP requires the
 * same format as for a `_meta` key, with a prefix.
 */
const KEY =
  /^[A-Za-z](?:[\w-]*\w)?(?:\.[A-Za-z](?:[\w-]*\w)?)*\/\w(?:[\w.-]*\w)?$/;

/**
 * Data about an extension that is read from the doc tags in its first comment.
 */
type DeclaredBy = Pick<
  Extension,
  "declaredBy" | "clientSettings" | "serverSettings"
>;

const SIDES: readonly string[] = ["client", "server", "both"];

/** Pattern of a doc tag about the extension, at the start of a comment line. */
const TAG = new RegExp(
  String.raw`(?<=^[\s/*]*)@(${[...EXTENSION_TAGS].join("|")})\b[ \t]*([^\r\n*]*?)[ \t]*(?=[\r\n*]|$)`,
  "gm",
);

/**
 * Returns the identifier of the extension. The identifier is given on the
 * command line or in the file.
 */
export function readIdentifier(
  text: string,
  { identifier: given }: ExtensionSource,
  model: ProtocolModel,
  reporter: Reporter,
): string {
  const said = IDENTIFIER.exec(getHead(text));
  const found = given ?? said?.[1] ?? "";
  const at = given === undefined ? (said?.index ?? 0) : 0;
  if (!KEY.test(found))
    reporter.error(
      "MCP164",
      at,
      found === ""
        ? "The file of the extension does not contain the extension's identifier"
        : `"${found}" is not a valid identifier of an extension`,
    );
  else if (model.extensions?.some(({ identifier }) => identifier === found))
    reporter.error("MCP165", at, `The extension ${found} was given twice`);
  return found;
}

function getHead(text: string): string {
  return HEAD.exec(text)?.[0] ?? "";
}

/**
 * Returns the side that declares an extension, and the names of the settings'
 * types. Without tags, both sides declare the extension.
 *
 * @param own Declarations of the extension.
 * @param hasMessages Whether the extension has requests or notifications.
 */
export function readDeclaredBy(
  text: string,
  own: readonly Declaration[],
  hasMessages: boolean,
  reporter: Reporter,
): DeclaredBy {
  const tags = [...getHead(text).matchAll(TAG)];
  const find = (name: string) => tags.find(([, tag]) => tag === name);
  const declared = find("declaredBy");
  const declaredBy = (declared?.[2] ?? "both") as DeclaredBy["declaredBy"];
  const clientSettings = find("clientSettings")?.[2] ?? null;
  const serverSettings = find("serverSettings")?.[2] ?? null;
  const isUsed = hasMessages || clientSettings || serverSettings;
  for (const given of tags) {
    const [, tag = "", value = ""] = given;
    const side = tag === "clientSettings" ? "client" : "server";
    const other = side === "client" ? "server" : "client";
    const problem =
      find(tag) !== given
        ? `The tag \`@${tag}\` was given twice`
        : tag === "declaredBy"
          ? !SIDES.includes(value)
            ? `\`@declaredBy ${value}\` is not one of client, server and both`
            : !isUsed &&
              `\`@declaredBy ${value}\` has no effect: the extension has neither messages nor settings`
          : !isExportedType(own, value)
            ? `The extension exports no type \`${value}\`, which \`@${tag}\` names`
            : declaredBy === other &&
              `\`@${tag}\` describes settings of the ${side}, but only the ${other} declares the extension`;
    if (problem) reporter.error("MCP166", given.index, problem);
  }
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
