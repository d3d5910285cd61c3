/**
 * Checks whether tool definitions cause problems with model providers or hosts.
 */
import { isObject } from "../../runtime/validation/guards.js";
import type { Diagnostic, Place } from "../support/errors.js";
import type { Json, ToolEntry } from "../new/manifest/listing.js";
import { toolError } from "./diagnostics.js";
import type { Provider } from "./providers.js";
import { walkSchema, type SchemaPart } from "./schema-parts.js";
import { findInvisible, findInstruction } from "./texts.js";

/** Rules to check, by the name of the model provider that has the rules. */
export type Providers = Readonly<Record<string, Provider>>;

/** Finding about one tool, or about the whole list of tools. */
export interface ToolFinding extends Diagnostic {
  /** Name of the tool. Null if the finding is about the whole list of tools. */
  readonly tool: string | null;
}

/**
 * Cursor allows 60 characters for the name of the server and the name of the
 * tool together. This number of characters is reserved for the name of the
 * server.
 */
const SERVER_NAME = 20;

/**
 * Estimated number of tokens above which a tool definition causes a warning.
 */
const LONG = 1_000;

/**
 * Returns the estimated number of tokens that a tool adds to every request. The
 * estimate is one token per four bytes of the tool definition as JSON, the
 * format that providers receive.
 */
export function estimateTokens({
  name,
  description,
  inputSchema,
}: ToolEntry): number {
  const text = JSON.stringify({ name, description, inputSchema });
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/**
 * Returns the findings for all tools, in the order of the tools. Reports an
 * error for a definition that a provider rejects or that a host must not pass
 * on. Reports a warning for a definition that misleads models or people.
 */
export function lintTools(
  tools: readonly ToolEntry[],
  providers: Providers,
  findPlace: (path: readonly (string | number)[]) => Place | null = () => null,
): ToolFinding[] {
  const found: ToolFinding[] = [];
  const seen = new Map<string, string>();
  for (const [index, tool] of tools.entries()) {
    const { name } = tool;
    const add: Add = (severity, code, message, path = []) => {
      const place = findPlace([index, ...path]);
      const about = `${name}: ${message}`;
      found.push({
        ...createDiagnostic(severity, code, about, place),
        tool: name,
      });
    };
    lintName(tool, providers, add);
    const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
    const other = seen.get(plain);
    if (other === undefined) seen.set(plain, name);
    else
      add(
        "warning",
        "MCP644",
        `the name differs only in case or separators from the tool ${other}.`,
        ["name"],
      );
    if (!tool.description?.trim())
      add("warning", "MCP645", "the tool has no description.", []);
    lintTexts(tool, add);
    for (const part of walkSchema(tool.inputSchema, ["inputSchema"]))
      lintSchema(part, providers, add);
    const tokens = estimateTokens(tool);
    if (tokens > LONG)
      add(
        "warning",
        "MCP648",
        `the definition of the tool has about ${tokens} tokens; at most ${LONG} are recommended.`,
      );
  }
  for (const [provider, { maxTools = Infinity }] of Object.entries(providers))
    if (tools.length > maxTools) {
      const text = `The server has ${tools.length} tools, but ${provider} accepts at most ${maxTools}.`;
      found.push({
        ...createDiagnostic("error", "MCP642", text, null),
        tool: null,
      });
    }
  return found;
}

type Code = keyof typeof toolError.kinds;
type Path = readonly (string | number)[];
export type Add = (
  severity: Diagnostic["severity"],
  code: Code,
  message: string,
  path?: Path,
) => void;

export function createDiagnostic(
  severity: Diagnostic["severity"],
  code: Code,
  message: string,
  place: Place | null,
): Diagnostic {
  return { ...toolError.warning(code, message, { place }), severity };
}

/**
 * Returns the names of the providers that match a predicate. Commas separate
 * the names.
 */
function listProviders(
  providers: Providers,
  holds: (provider: Provider) => boolean | undefined,
): string {
  return Object.entries(providers)
    .filter(([, provider]) => holds(provider))
    .map(([name]) => name)
    .join(", ");
}

function lintName({ name }: ToolEntry, providers: Providers, add: Add): void {
  const refusing = listProviders(
    providers,
    ({ toolName }) => !toolName.test(name),
  );
  if (refusing)
    add("error", "MCP640", `the name is rejected by ${refusing}.`, ["name"]);
  else if (name.length > 60 - SERVER_NAME)
    add(
      "warning",
      "MCP643",
      `the name has ${name.length} characters; some hosts leave out a tool whose name has more than ${60 - SERVER_NAME}.`,
      ["name"],
    );
}

/** Checks every text in a definition that a model reads. */
export function lintTexts(definition: object, add: Add): void {
  for (const [path, text] of textsIn(definition)) {
    const where = path.join(".");
    const hidden = findInvisible(text);
    if (hidden)
      add(
        "error",
        "MCP646",
        `${where} contains the invisible characters ${hidden}.`,
        path,
      );
    const order = findInstruction(text);
    if (order) add("warning", "MCP647", `${where} ${order}.`, path);
  }
}

/**
 * Yields all strings in a JSON value with their paths, and the keys that
 * contain invisible characters.
 */
export function* textsIn(
  value: unknown,
  path: Path = [],
): Generator<[Path, string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (findInvisible(key)) yield [[...path, key], key];
      yield* textsIn(inner, [...path, key]);
    }
}

function lintSchema(
  { schema, path, name }: SchemaPart,
  providers: Providers,
  add: Add,
): void {
  const isTop = path.length === 1;
  const where = isTop ? "the input schema" : path.slice(1).join(".");
  const refuse = (by: string, what: string): void => {
    if (by) add("error", "MCP641", `${what} is rejected by ${by}.`, path);
  };
  for (const keyword of Object.keys(schema))
    refuse(
      listProviders(
        providers,
        ({ keywords = [], topKeywords = [] }) =>
          keywords.includes(keyword) ||
          (isTop && topKeywords.includes(keyword)),
      ),
      `${keyword} in ${where}`,
    );
  if (Array.isArray(schema["type"]))
    refuse(
      listProviders(providers, ({ oneType }) => oneType),
      `a list of types in ${where}`,
    );
  if (schema["type"] === "array" && !isObject(schema["items"]))
    refuse(
      listProviders(providers, ({ arrayItems }) => arrayItems),
      `an array without items in ${where}`,
    );
  if (name === undefined) return;
  const bad = listProviders(
    providers,
    ({ argumentName }) => argumentName && !argumentName.test(name),
  );
  refuse(bad, `the argument name ${JSON.stringify(name)}`);
  if (!isDescribed(schema))
    add("warning", "MCP645", `${where} has no description.`, path);
}

/**
 * Returns whether the schema of an argument has a description, a title or a
 * `$ref`. Returns true for a constant, which needs no description.
 */
function isDescribed(schema: Json): boolean {
  const { description, title, $ref } = schema;
  return [description, title, $ref].some(Boolean) || "const" in schema;
}
