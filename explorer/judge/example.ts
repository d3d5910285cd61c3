/**
 * Creates a realistic example message for each method, and invalid variants of
 * the message. The generated validators check the example and all variants.
 */
import {
  MAX_LENGTH,
  NoKnownValue,
  generateValue,
} from "../../generator/emit/corpus/generate-value.js";
import { Random } from "../../generator/emit/corpus/random.js";
import { reference } from "../../generator/model/build.js";
import {
  getNormals,
  type Normal,
  type Normals,
} from "../../generator/model/normal/normal.js";
import { accepts } from "../../generator/model/normal/accepts.js";
import type {
  Method,
  ProtocolModel,
  TypeNode,
} from "../../generator/model/types.js";
import { isObject } from "../../runtime/validation/guards.js";

/**
 * Example values by member name. A value is used only if it matches the
 * member's type.
 */
const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  name: "weather",
  title: "Weather",
  version: "1.0.0",
  description: "Returns the current weather",
  arguments: { city: "Oslo" },
  uri: "file:///notes/today.md",
  uriTemplate: "file:///notes/{day}.md",
  mimeType: "text/plain",
  text: "It rains.",
  message: "Which city?",
  reason: "No longer needed",
  data: "aGVsbG8=",
  blob: "aGVsbG8=",
  cursor: "page-2",
  taskId: "task-1",
  requestState: "sealed",
  resultType: "complete",
  model: "a-model",
  maxTokens: 100,
  progress: 1,
  progressToken: 1,
  requestId: 1,
  total: 3,
  ttl: 60000,
  ttlMs: 60000,
  url: "https://example.com/sign-in",
  createdAt: "2026-01-01T00:00:00Z",
  lastUpdatedAt: "2026-01-01T00:00:00Z",
};

/** Optional members that examples include if the type declares them. */
const PREFERRED_OPTIONAL = ["arguments", "description", "progressToken"];

const MAX_OPTIONAL_DEPTH = 3;

/**
 * Returns an example value of a type. `model` must declare every type that the
 * given type refers to.
 */
export function createExample(type: TypeNode, model: ProtocolModel): unknown {
  const normals = getNormals(model);
  return createValue(normals.normal(normals.shapes.of(type)), "", 0, {
    normals,
    version: model.protocolVersion ?? "1",
  });
}

/** Returns an example of a method's request or notification. */
export function createExampleMessage(
  { kind, declaration }: Method,
  model: ProtocolModel,
): Readonly<Record<string, unknown>> {
  const made = createExample(reference(declaration), model);
  const { jsonrpc: _, id: __, ...rest } = isObject(made) ? made : {};
  return {
    jsonrpc: "2.0",
    ...(kind === "request" ? { id: 1 } : {}),
    ...rest,
  };
}

/**
 * Yields invalid variants of a message, each with a description of the error in
 * it.
 */
export function* createInvalidMessages(
  message: Readonly<Record<string, unknown>>,
): Generator<{ readonly what: string; readonly value: object }> {
  const { params } = message;
  if (isObject(params)) {
    for (const [name, inner] of Object.entries(params)) {
      if (name === "_meta") continue;
      const wrong = typeof inner === "string" ? 7 : "seven";
      yield {
        what: `${name} is ${JSON.stringify(wrong)}`,
        value: { ...message, params: { ...params, [name]: wrong } },
      };
    }
    for (const name of Object.keys(params)) {
      const { [name]: _, ...rest } = params;
      yield { what: `${name} is missing`, value: { ...message, params: rest } };
    }
  }
  yield { what: "params is an array", value: { ...message, params: [] } };
  yield { what: "id is null", value: { ...message, id: null } };
}

interface Context {
  readonly normals: Normals;
  readonly version: string;
}

function createValue(
  type: Normal,
  name: string,
  depth: number,
  context: Context,
): unknown {
  const { normals, version } = context;
  const own = name.replace(/^.*\//, "");
  const usual = own === "protocolVersion" ? version : EXAMPLE_VALUES[own];
  if (usual !== undefined && accepts(type, usual, normals)) return usual;
  switch (type.kind) {
    case "any":
      return isObject(usual) ? usual : {};
    case "boolean":
      return true;
    case "literals":
      return type.values[0];
    case "number":
      return type.minimum ?? 1;
    case "string":
      return accepts(type, own, normals) && own !== ""
        ? splitWords(own)
        : growValue(type, normals);
    case "array": {
      const least = type.minItems ?? 0;
      if (least > MAX_LENGTH) throw new NoKnownValue(type);
      const length = depth > MAX_OPTIONAL_DEPTH ? least : Math.max(least, 1);
      const singular = own.replace(/s$/, "");
      return Array.from({ length }, () =>
        createValue(type.element, singular, depth + 1, context),
      );
    }
    case "object": {
      const wanted = type.properties.filter(
        (property) =>
          property.required ||
          (depth <= MAX_OPTIONAL_DEPTH &&
            PREFERRED_OPTIONAL.includes(property.name)),
      );
      return Object.fromEntries(
        wanted.map((property) => [
          property.name,
          createValue(property.type, property.name, depth + 1, context),
        ]),
      );
    }
    case "union":
      return createFirst(type.members, name, depth, context);
    case "tagged":
      return createFirst(
        type.branches.map((branch) => branch.type),
        name,
        depth,
        context,
      );
    case "ref":
      return depth > 24
        ? growValue(type, normals)
        : createValue(normals.body(type.name), name, depth, context);
    default:
      return growValue(type, normals);
  }
}

/**
 * Tries several types in order. Returns an example value of the first type for
 * which an example can be created.
 */
function createFirst(
  types: readonly Normal[],
  name: string,
  depth: number,
  context: Context,
): unknown {
  for (const type of types)
    try {
      return createValue(type, name, depth, context);
    } catch (error) {
      if (!(error instanceof NoKnownValue)) throw error;
    }
  throw new NoKnownValue({ kind: "never" });
}

function growValue(type: Normal, normals: Normals): unknown {
  return generateValue(type, normals, new Random("explorer"), 0);
}

/**
 * Splits a camel-case name into words: `listChanged` becomes `list changed`.
 */
function splitWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}
