import { BAD_PARAMS, McpError } from "../json-rpc/messages/errors.js";
import { findEntry, createFeature, createHandler } from "./entries.js";
import { chain } from "../json-rpc/promises.js";
import { createGuard } from "./guard.js";
import type { Call } from "../protocol/connection/call.js";
import type { ModuleEntries } from "./entries.js";
import type { GuardSettings } from "./guard.js";

/**
 * Completion values of an argument: a list that is filtered by the text typed
 * so far, or a function that returns the matches.
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

/** Completers by argument name. */
export interface ArgumentCompleters {
  readonly [argument: string]: Completer;
}

/** Completers of prompt arguments and of resource template variables. */
export interface CompletionSpec {
  /** Completers of prompts, by prompt name. */
  readonly prompts?: { readonly [name: string]: ArgumentCompleters };
  /** Completers of resource templates, by URI template. */
  readonly resources?: { readonly [uriTemplate: string]: ArgumentCompleters };
}

/**
 * Options of `completions`: access control and rate limits for each prompt and
 * each template.
 */
export type CompletionsSettings = GuardSettings;

/** Maximum number of values in one answer (server/utilities/completion). */
const MAX_VALUES = 100;

/** Completers of one prompt or one resource template. */
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
  const pass = createGuard(settings, new Map());
  const keyed = (
    what: string,
    named: { readonly [name: string]: ArgumentCompleters } = {},
  ) =>
    Object.entries(named).map(
      ([name, completers]) =>
        [`${what} ${name}`, { completers, pass }] as const,
    );
  const entries = new Map([
    ...keyed("prompt", prompts),
    ...keyed("resource template", resources),
  ]);
  return createFeature({
    "completion/complete": createHandler(entries, createCompletionHandler),
  });
}

/**
 * Returns a `completion/complete` handler that searches all `parts` for the
 * prompt or template.
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
 * Returns the matching values: those that start with `value` first, then those
 * that contain it, then those that have its letters in order. Ignores case.
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
