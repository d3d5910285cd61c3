import { Changes, withControls } from "../protocol/handlers/changes.js";
import {
  entriesOf,
  featureOf,
  handlerOf,
  listOf,
  useEntry,
} from "./entries.js";
import { guardOf } from "./guard.js";
import { BAD_PARAMS, McpError } from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { fitContent } from "./outputs.js";
import type { Call } from "../protocol/connection/call.js";
import type { completing, Completer, Completion } from "./completions.js";
import type {
  Controls,
  EntriesSettings,
  Kept,
  ListHandler,
  ModuleEntries,
} from "./entries.js";

/**
 * Definition of a prompt: the fields that clients see, and the handler that
 * returns its messages.
 */
export interface PromptSpec {
  /** Arguments that the prompt takes. */
  readonly arguments?: readonly {
    readonly name: string;
    /**
     * Whether a request without this argument is rejected.
     *
     * @default false
     */
    readonly required?: boolean;
    /**
     * Completion values of this argument. Not sent to clients as part of the
     * prompt.
     */
    complete?: Completer;
  }[];
  /**
   * Returns the prompt's messages: a string for one user message, an array of
   * messages, or a result.
   */
  readonly handler: (args: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

/** Options of `prompts`. */
export type PromptsSettings = EntriesSettings;

interface Prompt {
  readonly shown: {
    readonly name: string;
    readonly arguments?: PromptSpec["arguments"];
    readonly description?: unknown;
    readonly [name: string]: unknown;
  };
  readonly handler: (args: Arguments, ctx: Call) => unknown;
}

interface Arguments {
  readonly [name: string]: string;
}

interface GetParams {
  readonly name: string;
  readonly arguments?: Arguments;
}

/**
 * Returns the handlers of `prompts/list` and `prompts/get`. If a prompt
 * argument has `complete`, also returns the handler of `completion/complete`,
 * created by the parameter `complete`.
 */
export function promptHandlers(
  definitions: { readonly [name: string]: PromptSpec },
  settings: PromptsSettings = {},
  complete?: typeof completing,
): {
  "prompts/list": ListHandler;
  "prompts/get": (params: GetParams, ctx: Call) => object | Promise<object>;
} & Controls<PromptSpec> {
  const changes = new Changes(
    "notifications/prompts/list_changed",
    "prompts.listChanged",
  );
  const { access } = settings;
  const pass = guardOf({ access }, new Map());
  const completable = new Map<string, Kept<Completion>>();
  const prepare = (name: string, spec: PromptSpec): Prompt => {
    const completers = (spec.arguments ?? []).flatMap((one) =>
      one.complete ? [[one.name, one.complete] as const] : [],
    );
    completable.delete(`prompt ${name}`);
    if (completers.length > 0)
      completable.set(`prompt ${name}`, {
        completers: Object.fromEntries(completers),
        access,
        pass,
      });
    return preparePrompt(name, spec);
  };
  const { entries, controls } = entriesOf(
    changes,
    definitions,
    prepare,
    settings,
  );
  const list = (parts: readonly ModuleEntries<Prompt>[]): ListHandler =>
    listOf(parts, "prompts", settings.pageSize);
  return withControls(
    featureOf({
      "prompts/list": handlerOf(entries, list, changes),
      "prompts/get": handlerOf(entries, promptGetter),
      ...(complete &&
        completable.size > 0 && {
          "completion/complete": handlerOf(completable, complete),
        }),
    }),
    {
      ...controls,
      remove: (name: string) => {
        completable.delete(`prompt ${name}`);
        return controls.remove(name);
      },
    },
  );
}

/** Returns a `prompts/get` handler that searches all `parts` for the prompt. */
function promptGetter(parts: readonly ModuleEntries<Prompt>[]) {
  return ({ name, arguments: given = {} }: GetParams, ctx: Call) =>
    useEntry(
      parts,
      name,
      ctx,
      async (prompt) => {
        requireArguments(prompt, given);
        const value = await prompt.handler(given, ctx);
        return fitMessages(
          name,
          toPromptResult(value, prompt.shown.description),
        );
      },
      () => new McpError(BAD_PARAMS, `Unknown prompt: ${name}`),
    );
}

function preparePrompt(name: string, { handler, ...rest }: PromptSpec): Prompt {
  if (typeof handler !== "function") {
    throw new TypeError(`The prompt ${name} needs a handler`);
  }
  const shown = { name, ...rest };
  if (rest.arguments) {
    shown.arguments = rest.arguments.map((one) => ({ ...one }));
    for (const one of shown.arguments) delete one.complete;
  }
  return { shown, handler: handler as Prompt["handler"] };
}

function requireArguments(
  { shown: { name, arguments: known = [] } }: Prompt,
  given: Arguments,
): void {
  const missing = known
    .filter((one) => one.required && !Object.hasOwn(given, one.name))
    .map((one) => one.name);
  if (missing.length > 0) {
    const text = `Missing arguments for ${name}: ${missing.join(", ")}`;
    throw new McpError(BAD_PARAMS, text);
  }
}

function fitMessages(name: string, result: PromptAnswer): object {
  if (!Array.isArray(result.messages)) return result;
  const messages = result.messages.map((message: unknown) => {
    if (!isObject(message)) return message;
    return { ...message, content: fitContent(message.content, name) };
  });
  return { ...result, messages };
}

interface PromptAnswer {
  readonly messages?: unknown;
  readonly [name: string]: unknown;
}

/**
 * Converts the return value of a handler to a result. A string becomes one user
 * message, and an array is used as the messages.
 */
function toPromptResult(value: unknown, description: unknown): PromptAnswer {
  const about = typeof description === "string" ? { description } : {};
  if (typeof value === "string") {
    const content = { type: "text", text: value };
    return { ...about, messages: [{ role: "user", content }] };
  }
  if (Array.isArray(value)) return { ...about, messages: value };
  // A result with a `resultType`, such as `input_required`, has no messages to
  // validate.
  if (isObject(value) && value.resultType !== undefined) return value;
  if (isObject(value) && Array.isArray(value.messages)) {
    return { ...about, ...value };
  }
  throw new TypeError("A prompt must return text, messages or a result");
}
