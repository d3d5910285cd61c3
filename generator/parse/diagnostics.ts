import type { DiagnosticKind } from "../errors.js";

/**
 * Every finding that reading a schema can make. A code is stable once it has
 * been released; one without title, cause and fix does not compile.
 *
 * MCP10x the file, 11x constructs, 12x names, 13x shapes, 14x doc comments,
 * 15x methods.
 */
export const PARSE_DIAGNOSTICS = {
  MCP100: {
    title: "File is empty",
    cause: "The file holds no declaration.",
    fix: "Check the path and that the download or checkout is complete.",
  },
  MCP101: {
    title: "File is not text",
    cause: "The file holds NUL characters, which no TypeScript source has.",
    fix: "Name a schema.ts saved as UTF-8 text.",
  },
  MCP102: {
    title: "File is too large",
    cause:
      "A schema is a few hundred kilobytes; a file of this size is something else.",
    fix: "Name a Model Context Protocol schema.ts.",
  },
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
      "Generic types are written out at each use, and so are names inside unions and intersections; a few that use one another twice make a type that no program can hold.",
    fix: "Give its parts names without type parameters, which stand once, or use each once.",
  },
  MCP107: {
    title: "No end of instances",
    cause:
      "The type holds itself for an argument made of its own argument, so that each instance needs another.",
    fix: "Hand the type parameter on as it is.",
  },
  MCP110: {
    title: "Unsupported declaration",
    cause:
      "The model has interfaces, type aliases and constants; this statement is none of them.",
    fix: "Say the same with an interface, a type alias or a literal constant, or take the statement out.",
  },
  MCP111: {
    title: "Unsupported type",
    cause: "The model has no such type, so no output could say what it means.",
    fix: "Write the type out with objects, unions, literals, arrays and references.",
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
      "A constant is a `const` with a literal value: text, number, boolean or null.",
    fix: "Write the literal value itself, without a type annotation.",
  },
  MCP114: {
    title: "Unsupported index signature",
    cause:
      "The keys of an object are text; an index signature has one parameter for them, and a type.",
    fix: "Write `[key: string]: Type` or `Record<string, Type>`.",
  },
  MCP115: {
    title: "Unsupported keys",
    cause: "`Omit` and `Pick` need their keys as string literals.",
    fix: 'Write the keys out: `Omit<Type, "first" | "second">`.',
  },
  MCP120: {
    title: "Unknown name",
    cause: "No declaration of the file and no supported utility type has it.",
    fix: "Declare the type in the file, or mend the name.",
  },
  MCP121: {
    title: "Wrong number of type arguments",
    cause: "The reference does not fit the declaration's type parameters.",
    fix: "Give one type for each parameter that has no default.",
  },
  MCP122: {
    title: "Unknown constant",
    cause: "`typeof` needs a constant that the file declares.",
    fix: "Declare `export const NAME = …`, or write the literal itself.",
  },
  MCP123: {
    title: "A constant used as a type",
    cause: "The name belongs to a constant, which is a value.",
    fix: "Write `typeof NAME`.",
  },
  MCP124: {
    title: "One name, several declarations",
    cause:
      "Only interfaces with the same type parameters and export merge under one name.",
    fix: "Rename one of the declarations, or take it out.",
  },
  MCP125: {
    title: "One member, several types",
    cause:
      "The same member is declared more than once, and the declarations do not agree.",
    fix: "Keep one of them.",
  },
  MCP126: {
    title: "Type parameter hides another name",
    cause:
      "A type parameter has the name of a declaration, a utility type or another parameter.",
    fix: "Rename the type parameter.",
  },
  MCP127: {
    title: "Reserved name",
    cause: "TypeScript has a type of its own under this name.",
    fix: "Rename the declaration.",
  },
  MCP128: {
    title: "Argument beside its constraint",
    cause: "A type parameter that extends a type takes only types that fit it.",
    fix: "Give another type, or mend the constraint.",
  },
  MCP129: {
    title: "Type parameter without a default",
    cause: "Type parameters with defaults stand after those without.",
    fix: "Give it a default, or put it first.",
  },
  MCP130: {
    title: "Circular definition",
    cause:
      "The type is defined by itself alone, so it has no members and no values.",
    fix: "Break the circle; recursion may only go through a member, an array or a tuple.",
  },
  MCP131: {
    title: "Extends something that is not an object",
    cause:
      "An interface can only extend interfaces and aliases of object types.",
    fix: "Extend an interface, or make this declaration a type alias.",
  },
  MCP132: {
    title: "Unknown member",
    cause: '`Pick` and `Type["member"]` need a member that the type has.',
    fix: "Mend the member's name, or declare the member.",
  },
  MCP133: {
    title: "Contradicts what it inherits",
    cause:
      "An interface can make an inherited member narrower or required, not another.",
    fix: 'Mend one of the two types, or extend `Omit<Base, "member">`.',
  },
  MCP134: {
    title: "Contradicts an index signature",
    cause:
      "An index signature speaks of every key of its kind, declared ones included.",
    fix: "Widen the type of the index signature, or mend the member.",
  },
  MCP135: {
    title: "Bases disagree",
    cause:
      "An interface can extend several only where what they have in common is the same.",
    fix: 'Declare the member in the interface itself, or extend `Omit<Base, "member">`.',
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
    cause: "The file declares no text constant `LATEST_PROTOCOL_VERSION`.",
    fix: "Declare it. Without it, server.ts and client.ts are left out, unless `mcp-codegen generate --protocol-version V` says it.",
  },
  MCP151: {
    title: "Union member is not a message",
    cause:
      "The method unions hold named types with a `method` that is a text literal.",
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
  MCP154: {
    title: "A rule that matches nothing",
    cause:
      "A row of this program's own table names something that the revision does not have.",
    fix: "This is a mistake in the program's tables: please report it.",
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
} as const satisfies Readonly<Record<`MCP1${number}`, DiagnosticKind>>;

/** Code of one of the findings above. */
export type ParseCode = keyof typeof PARSE_DIAGNOSTICS;
