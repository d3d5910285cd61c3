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
      "The reported type would be too large after mcp-codegen has replaced references to aliases and base types by the members of these types. For example, if A contains B twice, and B contains C twice, A contains the members of C four times.",
    fix: "Change the type so that it refers to each large type at most once.",
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
      "The schema has a declaration that mcp-codegen does not support. mcp-codegen supports only interfaces, type aliases and constants, all without type parameters.",
    fix: "Replace the declaration by an interface, a type alias or a constant with a literal value, or remove the declaration.",
  },
  MCP111: {
    title: "Unsupported type",
    cause:
      "The schema uses a kind of type that mcp-codegen does not support. The message shows the type.",
    fix: "Rewrite the type. Use only objects, unions, literals, arrays, references, intersections of objects, `Record`, `Omit`, `Partial` and `NonNullable`.",
  },
  MCP112: {
    title: "Unsupported member",
    cause:
      "A type of the schema has a member that mcp-codegen does not support. mcp-codegen supports only index signatures, and properties that have a name and a type.",
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
      "The key type of an index signature is not `string`. mcp-codegen supports only `string`, because the keys of a JSON object are strings.",
    fix: "Write the index signature as `[key: string]: Type` or `Record<string, Type>`.",
  },
  MCP115: {
    title: "Unsupported keys of `Omit`",
    cause:
      "A key of `Omit` is not a string literal. mcp-codegen supports `Omit` only with keys that are string literals.",
    fix: 'Write the keys of `Omit` as literals: `Omit<Type, "first" | "second">`.',
  },
  MCP124: {
    title: "Constant and type have the same name",
    cause:
      "The schema declares a constant and a type with the same name. mcp-codegen supports only one declaration per name.",
    fix: "Rename or remove one of the two declarations: the constant or the type.",
  },
  MCP131: {
    title: "Base is not an object type",
    cause:
      "An interface extends a type that is not an object type. An interface can extend only interfaces and type aliases of object types.",
    fix: "Extend an interface, or turn the declaration that extends the type into a type alias.",
  },
  MCP140: {
    title: "Unknown doc tag",
    cause:
      "A doc comment contains a tag that mcp-codegen does not know. mcp-codegen ignores the tag.",
    fix: "Fix the name of the doc tag. If the text after `@` is not meant as a doc tag, put the text in backticks.",
  },
  MCP141: {
    title: "Doc comment has no declaration",
    cause:
      "The reported doc comment has tags, but no declaration or member follows directly after it. mcp-codegen uses only the doc comment directly before a declaration or member.",
    fix: "Move the comment directly before the declaration or member that the comment describes.",
  },
  MCP142: {
    title: "Invalid value of a doc tag",
    cause:
      "A doc tag such as `@minimum` restricts valid values, but the value of the reported tag is invalid.",
    fix: "Fix the value of the doc tag, or remove the tag. Write no other text on the tag's line after the value.",
  },
  MCP150: {
    title: "Schema without a protocol version constant",
    cause: "The schema declares no string constant `LATEST_PROTOCOL_VERSION`.",
    fix: "Declare the constant, or pass `--protocol-version V`. Without a protocol version, mcp-codegen does not generate server.ts and client.ts.",
  },
  MCP151: {
    title: "Member of a message union is not a message",
    cause:
      "A union of messages, such as `ClientRequest`, has an invalid member. Every member must be a named type whose `method` is a string literal.",
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
      "The schema declares a request `XRequest`, but neither `XResult` nor `XResultResponse`. X is a placeholder, for example `CallTool` in `CallToolRequest`.",
    fix: "Declare the type `XResult`, for example `CallToolResult` for `CallToolRequest`.",
  },
  MCP155: {
    title: "Required capability is not declared",
    cause: "The method needs a capability that the schema does not declare.",
    fix: "Declare the capability in the schema, or remove the method from the unions of messages. If the name of the capability comes from `capabilities` in the configuration of mcp-codegen, correct the name there.",
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
      "The schema declares a request `XRequest`, but neither `XResult` nor `XResultResponse`. Therefore, the generated code uses the type `Result` for the result of the request. X is a placeholder, for example `CallTool` in `CallToolRequest`.",
    fix: "Declare the type `XResult`, for example `CallToolResult` for `CallToolRequest`.",
  },
  MCP158: {
    title: "Method may be in the wrong union",
    cause:
      "One side (client or server) must declare the capability that the method needs, but the schema declares this capability only for the other side. The schema may list the message in the union of the wrong side: for example, a client's request in `ServerRequest`.",
    fix: "Move the message to the union of the side that sends it: for example, move a client's request to `ClientRequest`.",
  },
  MCP159: {
    title: "Method has the name of a built-in object member",
    cause:
      "Every JavaScript object inherits a member with the name of the reported method. Handlers are members of an object, so generated code could not detect that the handler of the method is missing.",
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
      "The extension's schema imports types of the protocol, but does not list each type by name. mcp-codegen takes imported types from the revision for which it generates code, not from the imported file.",
    fix: 'Write `import type { Result } from "..."`.',
  },
  MCP162: {
    title: "Extension declares a name that is already used",
    cause:
      "The extension declares a name that the protocol or another extension already declares. All declarations of the protocol and its extensions need different names.",
    fix: "Rename the declaration in the extension's schema, or leave out one of the extensions.",
  },
  MCP163: {
    title: "Extension declares a method that is already used",
    cause:
      "The extension declares a method that the protocol or another extension already declares. A receiver could not distinguish the messages of the two methods.",
    fix: 'Give the method of the extension another name, such as "acme/start".',
  },
  MCP164: {
    title: "Extension without an identifier",
    cause:
      "The schema of the extension contains no valid identifier. An identifier has the form com.example/name; clients and servers use it to declare the extension.",
    fix: "Write `Extension Identifier: com.example/name` into the first comment of the file, or pass `--extension com.example/name=FILE`.",
  },
  MCP165: {
    title: "Extension was given twice",
    cause: "Two `--extension` options name the same extension.",
    fix: "Remove one of the two `--extension` options.",
  },
  MCP166: {
    title: "Invalid tag about the declaration of an extension",
    cause:
      "In the first comment of the extension's schema, a tag `@declaredBy`, `@clientSettings` or `@serverSettings` is invalid. These tags name the side (client or server) that declares the extension, and the types of the extension's settings. An extension with `@declaredBy` must define messages or settings.",
    fix: "Write `@declaredBy client`, `@declaredBy server` or `@declaredBy both`. After `@clientSettings` and `@serverSettings`, write the name of a type that the extension exports. If the extension defines neither messages nor settings, add them, or remove the tag `@declaredBy`.",
  },
} as const satisfies Readonly<Record<`MCP1${number}`, DiagnosticKind>>;

/** Code of a diagnostic in `PARSE_DIAGNOSTICS`. */
export type ParseCode = keyof typeof PARSE_DIAGNOSTICS;
