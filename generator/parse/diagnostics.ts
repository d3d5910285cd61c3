import type { DiagnosticKind } from "../support/errors.js";

/**
 * Diagnostics about the content of a schema. The meaning of a released code
 * never changes. Each code must have a title, a cause and a fix, otherwise this
 * file does not compile.
 *
 * MCP10x are about the file, MCP11x about constructs, MCP12x about names,
 * MCP13x about base types, MCP14x about doc comments, MCP15x about methods, and
 * MCP16x about extensions.
 */
export const PARSE_DIAGNOSTICS = {
  MCP103: {
    title: "Syntax error in the schema",
    cause: "TypeScript cannot parse the schema file.",
    fix: "Fix the schema file so that `tsc` accepts it. If you downloaded the file, check that it is complete.",
  },
  MCP104: {
    title: "Not a Model Context Protocol schema",
    cause:
      "The file does not declare the type `ClientRequest`. mcp-codegen needs this union type, because the union lists all requests that a client sends.",
    fix: "Pass a schema.ts of the protocol, or declare the union `ClientRequest` of all requests that a client sends.",
  },
  MCP105: {
    title: "Types are nested too deeply",
    cause: "The types are nested more deeply than mcp-codegen supports.",
    fix: "Declare the inner types as separate interfaces or type aliases.",
  },
  MCP106: {
    title: "Type is too large",
    cause:
      "mcp-codegen replaces references to aliases and base types by the members of these types. For the reported type, the result would be too large. For example, if A contains B twice, and B contains C twice, A contains the members of C four times.",
    fix: "Change the type so that the type refers to each large type at most once.",
  },
  MCP108: {
    title: "Schema does not compile",
    cause:
      "TypeScript's type checker reported the error that the message shows.",
    fix: "Fix the schema file so that `tsc --strict` accepts it.",
  },
  MCP110: {
    title: "Unsupported declaration",
    cause:
      "The model of a schema supports interfaces, type aliases and constants, all without type parameters.",
    fix: "Replace the declaration by an interface, a type alias or a constant with a literal value, or remove the declaration.",
  },
  MCP111: {
    title: "Unsupported type",
    cause:
      "The model of a schema does not support the kind of type that the message shows.",
    fix: "Rewrite the type. Use only objects, unions, literals, arrays, references, intersections of objects, `Record`, `Omit`, `Partial` and `NonNullable`.",
  },
  MCP112: {
    title: "Unsupported member",
    cause:
      "The model of a schema supports two kinds of members: index signatures, and properties that have a name and a type.",
    fix: "Write the member as `name: Type`.",
  },
  MCP113: {
    title: "Unsupported constant",
    cause:
      "The schema declares a constant whose value is not a literal. The value of a constant must be a literal string, number, boolean or null.",
    fix: "Write the constant as `const NAME = VALUE`, with a literal value and without a type annotation.",
  },
  MCP114: {
    title: "Unsupported index signature",
    cause:
      "The keys of a JSON object are strings, so an index signature needs the key type `string`.",
    fix: "Write the index signature as `[key: string]: Type` or `Record<string, Type>`.",
  },
  MCP115: {
    title: "Unsupported keys of `Omit`",
    cause:
      "mcp-codegen supports `Omit` only with keys that are string literals.",
    fix: 'Write the keys of `Omit` as literals: `Omit<Type, "first" | "second">`.',
  },
  MCP124: {
    title: "Constant and type have the same name",
    cause: "The model of a schema allows only one declaration per name.",
    fix: "Rename or remove one of the two declarations: the constant or the type.",
  },
  MCP131: {
    title: "Base is not an object type",
    cause:
      "An interface extends a type that is not an object type. An interface can extend only interfaces and type aliases of object types.",
    fix: "Extend an interface, or turn this declaration into a type alias.",
  },
  MCP140: {
    title: "Unknown doc tag",
    cause:
      "A doc comment contains a tag that mcp-codegen does not know. mcp-codegen ignores the tag.",
    fix: "Fix the name of the doc tag. If the text is not a doc tag, put the text in backticks.",
  },
  MCP141: {
    title: "Doc comment has no declaration",
    cause:
      "mcp-codegen uses only the doc comment directly before a declaration or member. The reported doc comment has tags, but no declaration or member follows directly after it.",
    fix: "Move the comment directly before the declaration or member that the comment describes.",
  },
  MCP142: {
    title: "Invalid value of a doc tag",
    cause:
      "A doc tag such as `@minimum` restricts valid values, but the value of the reported tag is invalid.",
    fix: "Fix the value of the doc tag, or remove the tag. After the value, the line must contain no other text.",
  },
  MCP150: {
    title: "Schema without a protocol version constant",
    cause: "The schema declares no string constant `LATEST_PROTOCOL_VERSION`.",
    fix: "Declare the constant, or pass `--protocol-version V`. Without a protocol version, mcp-codegen does not generate server.ts and client.ts.",
  },
  MCP151: {
    title: "Member of a message union is not a message",
    cause:
      "Every member of a union of messages, such as `ClientRequest`, must be a named type whose `method` is a string literal.",
    fix: 'Declare an interface with `method: "…"` and use the interface as the member of the union.',
  },
  MCP152: {
    title: "Union has a method twice",
    cause:
      "Two messages of one union have the same method, so a receiver could not distinguish the messages.",
    fix: "Remove one of the two messages from the union, or change the `method` of one of the two messages.",
  },
  MCP153: {
    title: "Request without a result",
    cause:
      "A request `XRequest` needs a declaration `XResult` or `XResultResponse`, where X is the name of the request. The schema declares neither `XResult` nor `XResultResponse`.",
    fix: "Declare the type `XResult`, for example `CallToolResult` for `CallToolRequest`.",
  },
  MCP155: {
    title: "Required capability is not declared",
    cause: "The method needs a capability that the schema does not declare.",
    fix: "Declare the capability in the schema, or remove the method from the unions of messages. If `capabilities` in the configuration names the capability, correct the name.",
  },
  MCP156: {
    title: "Required capability is unknown",
    cause:
      "mcp-codegen does not know which capability the method needs, so the generated code requires no capability.",
    fix: "Name the capability in `capabilities` of the configuration, or write null if the method needs no capability.",
  },
  MCP157: {
    title: "Result of a request is unknown",
    cause:
      "A request `XRequest` needs a declaration `XResult` or `XResultResponse`, where X is the name of the request. The schema declares neither `XResult` nor `XResultResponse`, so the generated code uses `Result`.",
    fix: "Declare the type `XResult`, for example `CallToolResult` for `CallToolRequest`.",
  },
  MCP158: {
    title: "Method may be in the wrong union",
    cause:
      "One side (client or server) must declare the capability that the method needs, but the schema declares this capability only for the other side. The message may be in the union of the wrong side.",
    fix: "Move the message to the union of the side that sends it: for example, move a client's request to `ClientRequest`.",
  },
  MCP159: {
    title: "Method has the name of a built-in object member",
    cause:
      "A program passes its handlers as an object with one member for each method. Every JavaScript object inherits a member with the name of the reported method, so generated code could not detect that the handler of this method is missing.",
    fix: 'Give the method another name, such as "group/name".',
  },
  MCP160: {
    title: "Unknown import in an extension",
    cause:
      "The extension imports a type of the protocol that the selected revision of MCP does not export.",
    fix: "Fix the name of the imported type, or generate for the revision for which the extension was written.",
  },
  MCP161: {
    title: "Unsupported kind of import in an extension",
    cause:
      "The schema of an extension must list each imported type of the protocol by name. mcp-codegen takes these types from the revision for which it generates code, not from the imported file.",
    fix: 'Write `import type { Result } from "..."`.',
  },
  MCP162: {
    title: "Extension declares a name that is already used",
    cause:
      "The protocol or another extension already declares a type with this name. All declarations of the protocol and its extensions need different names.",
    fix: "Rename the declaration in the extension's schema, or leave out one of the extensions.",
  },
  MCP163: {
    title: "Extension declares a method that is already used",
    cause:
      "The protocol or another extension has the same method, so a receiver could not distinguish the messages.",
    fix: 'Give the method of the extension another name, such as "acme/start".',
  },
  MCP164: {
    title: "Extension without an identifier",
    cause:
      "Clients and servers declare an extension by its identifier, which has the form com.example/name. The schema of this extension contains no valid identifier.",
    fix: "Write `Extension Identifier: com.example/name` into the first comment of the file, or pass `--extension com.example/name=FILE`.",
  },
  MCP165: {
    title: "Extension was given twice",
    cause: "An extension can be added to a model only once.",
    fix: "Remove one of the two `--extension` options.",
  },
  MCP166: {
    title: "Invalid tag about the declaration of an extension",
    cause:
      "Tags in the first comment of an extension's schema name the side (client or server) that declares the extension, and the types of the extension's settings. One of these tags is invalid.",
    fix: "Write `@declaredBy client`, `@declaredBy server` or `@declaredBy both`. After `@clientSettings` and `@serverSettings`, write the name of a type that the extension exports.",
  },
  MCP167: {
    title: "Declared extension without messages and settings",
    cause:
      "According to the tag `@declaredBy`, a client or server must declare the extension to its peer. This declaration has no effect, because the extension defines no messages and no settings.",
    fix: "Add a message or a type of settings to the extension, or remove the tag `@declaredBy`.",
  },
} as const satisfies Readonly<Record<`MCP1${number}`, DiagnosticKind>>;

/** Code of a diagnostic in `PARSE_DIAGNOSTICS`. */
export type ParseCode = keyof typeof PARSE_DIAGNOSTICS;
