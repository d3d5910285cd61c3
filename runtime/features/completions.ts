import { BAD_PARAMS, McpError } from "../json-rpc/messages/errors.js";
import { entryOf, featureOf, handlerOf } from "./entries.js";
import { chain } from "../json-rpc/promises.js";
import { guardOf } from "./guard.js";
import type { Call } from "../protocol/connection/call.js";
import type { ModuleEntries } from "./entries.js";
import type { GuardSettings } from "./guard.js";

/** Values for an argument: all there are, or a function that finds them. */
export type Completer =
  | readonly string[]
  | ((
      value: string,
      context: { readonly [name: string]: string },
      ctx: never,
    ) => readonly string[] | Promise<readonly string[]>);

/** Completers by argument. */
export interface ArgumentCompleters {
  readonly [argument: string]: Completer;
}

export interface CompletionSpec {
  /** By name of the prompt. */
  readonly prompts?: { readonly [name: string]: ArgumentCompleters };
  /** By URI template. */
  readonly resources?: { readonly [uriTemplate: string]: ArgumentCompleters };
}

/** Who may have the values of a prompt or a template, and how often. */
export type CompletionsSettings = GuardSettings;

/** Values in one answer, at most; the protocol allows no more. */
const MAX_VALUES = 100;

/** What there is to complete for a prompt or a template. */
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

/** Handler of `completion/complete` for prompts and resource templates. */
export function completionHandlers(
  { prompts, resources }: CompletionSpec,
  settings: CompletionsSettings = {},
): { "completion/complete": CompleteHandler } {
  const pass = guardOf(settings, new Map());
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
  return featureOf({ "completion/complete": handlerOf(entries, completing) });
}

/** Completes with the completers of all parts. */
export function completing(
  parts: readonly ModuleEntries<Completion>[],
): CompleteHandler {
  return ({ ref, argument, context }: CompleteParams, ctx: Call) => {
    const [what, name] =
      ref.type === "ref/prompt"
        ? ["prompt", ref.name]
        : ["resource template", ref.uri];
    const key = `${what} ${name}`;
    const refuse = () =>
      new McpError(BAD_PARAMS, `Nothing to complete for ${key}`);
    const entry = entryOf(parts, key);
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
          : rank(completer ?? [], argument.value);
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

/** What starts with `value`, contains it, has its letters in order. */
function rank(values: readonly string[], value: string): readonly string[] {
  const wanted = value.toLowerCase();
  const scored = values.map((one) => ({ one, score: fit(one, wanted) }));
  return scored
    .filter(({ score }) => score < Infinity)
    .sort((a, b) => a.score - b.score)
    .map(({ one }) => one);
}

function fit(candidate: string, wanted: string): number {
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
