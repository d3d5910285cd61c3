import type { DiagnosticKind } from "../support/errors.js";

/**
 * Every finding that reading a schema can make. A code is stable once it has
 * been released; one without title, cause and fix does not compile.
 *
 * MCP10x the file, 11x constructs, 12x names, 13x bases, 14x doc comments,
 * 15x methods, 16x extensions.
 */
export const PARSE_DIAGNOSTICS = {
  MCP103: {
    title: "Syntax error",
    cause: "TypeScript cannot parse the file.",
    fix: "Mend the file so that `tsc` accepts it; a truncated download ends in such an error.",
  },
  MCP104: {
    title: "Not a Model Context Protocol schema",
    cause:
      "The file has no type `ClientRequest`, from which the protocol's methods are read.",
    fix: "Name a schema.ts of the protocol, or declare the union `ClientRequest` of all requests that a client sends.",
  },
  MCP105: {
    title: "Nested too deeply",
    cause: "The types lie inside each other deeper than this program follows.",
    fix: "Give the inner types names of their own.",
  },
  MCP106: {
    title: "Too large a type",
    cause:
      "Aliases and bases are written out where they are used; a few that use one another twice make a type that no program can hold.",
    fix: "Use each of its parts once.",
  },
  MCP108: {
    title: "TypeScript refuses the schema",
    cause:
      "Only sound TypeScript has one meaning; the message and its number are the compiler's.",
    fix: "Mend the file so that `tsc --strict` accepts it.",
  },
  MCP110: {
    title: "Unsupported declaration",
    cause:
      "The model has interfaces, type aliases and constants, without type parameters.",
    fix: "Say the same with an interface, a type alias or a literal constant, or take the statement out.",
  },
  MCP111: {
    title: "Unsupported type",
    cause: "The model has no such type, so no output could say what it means.",
    fix: "Write the type out with objects, unions, literals, arrays, references, intersections of objects, `Record`, `Omit`, `Partial` and `NonNullable`.",
  },
  MCP112: {
    title: "Unsupported member",
    cause:
      "Members are properties with a plain or quoted name and a type, or an index signature.",
    fix: "Write a property `name: Type`.",
  },
  MCP113: {
    title: "Unsupported constant",
    cause:
      "A constant is a `const` with a literal value: string, number, boolean or null.",
    fix: "Write the literal value itself, without a type annotation.",
  },
  MCP114: {
    title: "Unsupported keys of an object",
    cause:
      "The keys of a JSON object are strings, and an index signature speaks of all of them.",
    fix: "Write `[key: string]: Type` or `Record<string, Type>`.",
  },
  MCP115: {
    title: "Unsupported keys",
    cause: "`Omit` needs its keys as string literals.",
    fix: 'Write the keys out: `Omit<Type, "first" | "second">`.',
  },
  MCP124: {
    title: "One name, a constant and a type",
    cause: "The model has one declaration of a name.",
    fix: "Rename one of them, or take it out.",
  },
  MCP131: {
    title: "Extends something that is not an object",
    cause:
      "An interface can only extend interfaces and aliases of object types.",
    fix: "Extend an interface, or make this declaration a type alias.",
  },
  MCP140: {
    title: "Unknown doc tag",
    cause:
      "The tag is none of those whose meaning is known, so nothing acts on it.",
    fix: "Mend the tag's name, or put it in backticks when it is prose.",
  },
  MCP141: {
    title: "Doc comment belongs to nothing",
    cause:
      "Only the last doc comment before a declaration or a member counts; this one has tags and is neither.",
    fix: "Move the comment directly before what it describes.",
  },
  MCP142: {
    title: "Unusable value of a doc tag",
    cause:
      "The tag limits what values are legal, and nothing can be checked against what it says.",
    fix: "Mend the value, with nothing behind it on the line, or remove the tag.",
  },
  MCP150: {
    title: "No protocol version",
    cause: "The file declares no string constant `LATEST_PROTOCOL_VERSION`.",
    fix: "Declare it. Without it, server.ts and client.ts are left out, unless `mcp-codegen generate --protocol-version V` says it.",
  },
  MCP151: {
    title: "Union member is not a message",
    cause:
      "The method unions hold named types with a `method` that is a string literal.",
    fix: 'Declare an interface with `method: "…"` and name it in the union.',
  },
  MCP152: {
    title: "One method twice in a union",
    cause: "A receiver could not tell which of the two was sent.",
    fix: "Take one out of the union, or give it a method of its own.",
  },
  MCP153: {
    title: "Request without a result",
    cause:
      "No type `XResultResponse` and no type `XResult` belongs to the request `XRequest`.",
    fix: "Declare the result under that name.",
  },
  MCP155: {
    title: "Unknown capability",
    cause:
      "The capability that the method is known to need is not declared in the schema.",
    fix: "Declare the capability, or take the method out of the unions.",
  },
  MCP156: {
    title: "Method without a reviewed capability",
    cause:
      "The program does not know which capability the method needs, so it requires none.",
    fix: "Nothing need be done for a method that is always allowed.",
  },
  MCP157: {
    title: "Request with an unknown result",
    cause:
      "No type `XResultResponse` and no type `XResult` belongs to the request `XRequest`, so all that is known is that a `Result` answers it.",
    fix: "Declare the result under that name.",
  },
  MCP158: {
    title: "Method sent by the other side",
    cause:
      "The capability that the method is known to need is one of the other side, so the method may stand in the wrong union.",
    fix: "Move the method to the union of the side that sends it.",
  },
  MCP159: {
    title: "Method with the name of what every object has",
    cause:
      "Handlers are members of an object, and every object has this one without declaring it.",
    fix: 'Give the method another name, such as "group/name".',
  },
  MCP160: {
    title: "Import of what is not there",
    cause:
      "What an extension imports are types of the protocol, and the revision exports none of that name.",
    fix: "Mend the name, or generate for the revision that the extension is of.",
  },
  MCP161: {
    title: "Import that is no list of types",
    cause:
      "An extension names the types of the protocol that it uses; wherever they are imported from, they are the revision's.",
    fix: 'Write `import type { Result } from "..."`.',
  },
  MCP162: {
    title: "Name that the protocol has already",
    cause:
      "An extension's declarations stand beside the protocol's, and beside those of other extensions.",
    fix: "Rename the declaration, or leave one of the extensions out.",
  },
  MCP163: {
    title: "Method that the protocol has already",
    cause: "A receiver could not tell which of the two was sent.",
    fix: 'Give the method a name of its own, such as "acme/start".',
  },
  MCP164: {
    title: "Extension without an identifier",
    cause:
      "Peers declare an extension by its identifier: a prefix with dots, a slash, a name.",
    fix: "Write `Extension Identifier: com.example/name` into the first comment of the file, or `--extension com.example/name=FILE`.",
  },
  MCP165: {
    title: "One extension twice",
    cause: "A model has an extension once.",
    fix: "Leave out one of the two.",
  },
} as const satisfies Readonly<Record<`MCP1${number}`, DiagnosticKind>>;

/** Code of one of the findings above. */
export type ParseCode = keyof typeof PARSE_DIAGNOSTICS;
