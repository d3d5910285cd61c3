import { BAD_PARAMS } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";
import { findEntry, createFeature, createHandler } from "./entries.js";
import { chain } from "../json-rpc/promises.js";
import { createGuard } from "./guard.js";
import type { Call } from "../protocol/connection/call.js";
import type { ModuleEntries } from "./entries.js";
import type { GuardSettings } from "./guard.js";

/**
 * Source of completion values for one argument. A list is filtered by the text
 * that the user has typed so far. A function must return only matching values.
 *
 * `context` holds the values of the other arguments.
 */
export type Completer =
  | readonly string[]
  | ((
      value: string,
      context: { readonly [name: string]: string },
      ctx: never,
    ) => readonly string[] | Promise<readonly string[]>);

/**
 * Completers (sources of completion values) of one prompt or resource template,
 * by argument name.
 */
export interface ArgumentCompleters {
  readonly [argument: string]: Completer;
}

/**
 * Completers (sources of completion values) of prompt arguments and of
 * variables in resource templates.
 */
export interface CompletionSpec {
  /** Completers of prompt arguments, by prompt name. */
  readonly prompts?: { readonly [name: string]: ArgumentCompleters };
  /** Completers of variables in resource templates, by URI template. */
  readonly resources?: { readonly [uriTemplate: string]: ArgumentCompleters };
}

/**
 * Options of `completions`: access control and rate limits. The options apply
 * to each prompt and to each resource template.
 */
export type CompletionsSettings = GuardSettings;

/**
 * Maximum number of values in one response (MCP, server/utilities/completion).
 */
const MAX_VALUES = 100;

/**
 * Completers (sources of completion values) of one prompt or one resource
 * template.
 */
export interface Completion {
  readonly completers: ArgumentCompleters;
}

interface CompleteParams {
  readonly ref: {
    readonly type: string;
    readonly name?: string;
    readonly uri?: string;
  };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: {
    readonly arguments?: { readonly [name: string]: string };
  };
}

type CompleteHandler = (
  params: CompleteParams,
  ctx: Call,
) => object | Promise<object>;

/**
 * Returns the handler of `completion/complete` for prompts and resource
 * templates.
 */
export function completionHandlers(
  { prompts, resources }: CompletionSpec,
  settings: CompletionsSettings = {},
): { "completion/complete": CompleteHandler } {
  const keyed = (
    what: string,
    named: { readonly [name: string]: ArgumentCompleters } = {},
  ) => {
    // Create a separate guard for each kind: a prompt and a resource template
    // with the same name have separate rate limits.
    const pass = createGuard(settings, new Map());
    return Object.entries(named).map(
      ([name, completers]) =>
        [`${what} ${name}`, { completers, pass }] as const,
    );
  };
  const entries = new Map([
    ...keyed("prompt", prompts),
    ...keyed("resource template", resources),
  ]);
  return createFeature({
    "completion/complete": createHandler(entries, createCompletionHandler),
  });
}

/**
 * Returns a `completion/complete` handler. `parts` holds the sets of completers
 * that the server combines. The handler searches all sets for the prompt or
 * resource template in the request.
 */
export function createCompletionHandler(
  parts: readonly ModuleEntries<Completion>[],
): CompleteHandler {
  return ({ ref, argument, context }: CompleteParams, ctx: Call) => {
    const [what, name] =
      ref.type === "ref/prompt"
        ? ["prompt", ref.name]
        : ["resource template", ref.uri];
    const key = `${what} ${name}`;
    const refuse = () => new McpError(BAD_PARAMS, `No completions for ${key}`);
    const entry = findEntry(parts, key);
    if (!entry) throw refuse();
    const use = async ({ completers }: Completion): Promise<object> => {
      const completer = Object.hasOwn(completers, argument.name)
        ? completers[argument.name]
        : undefined;
      const found =
        typeof completer === "function"
          ? await completer(
              argument.value,
              context?.arguments ?? {},
              ctx as never,
            )
          : rankValues(completer ?? [], argument.value);
      return {
        completion: {
          values: found.slice(0, MAX_VALUES),
          total: found.length,
          hasMore: found.length > MAX_VALUES,
        },
      };
    };
    return chain(entry.pass(String(name), ctx, refuse), () => use(entry));
  };
}

/**
 * Returns the values that match the typed text `value`, ignoring case. Values
 * that start with the text are first, followed by values that contain the text.
 * Values that only contain the letters of the text in the same order are last.
 */
function rankValues(
  values: readonly string[],
  value: string,
): readonly string[] {
  const wanted = value.toLowerCase();
  const scored = values.map((candidate) => ({
    candidate,
    score: scoreMatch(candidate, wanted),
  }));
  return scored
    .filter(({ score }) => score < Infinity)
    .sort((a, b) => a.score - b.score)
    .map(({ candidate }) => candidate);
}

function scoreMatch(candidate: string, wanted: string): number {
  const text = candidate.toLowerCase();
  const index = text.indexOf(wanted);
  if (index === 0) return 0;
  if (index > 0) return 1;
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return Infinity;
  }
  return 2;
}
