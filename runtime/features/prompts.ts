import { BAD_PARAMS } from "../json-rpc/constants.js";
import { Changes, withControls } from "../protocol/handlers/changes.js";
import {
  createEntries,
  createFeature,
  createHandler,
  createListHandler,
  useEntry,
} from "./entries.js";
import { createGuard } from "./guard.js";
import { McpError } from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { sanitizeContent } from "./outputs.js";
import type { Call } from "../protocol/connection/call.js";
import type {
  createCompletionHandler,
  Completer,
  Completion,
} from "./completions.js";
import type {
  Controls,
  EntriesSettings,
  GuardedEntry,
  ListHandler,
  ModuleEntries,
} from "./entries.js";

/**
 * Definition of a prompt: the fields that clients see, and the handler that
 * returns the prompt's messages.
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
     * Source of completion values for this argument. Clients do not see this
     * member in the list of prompts.
     */
    complete?: Completer;
  }[];
  /**
   * Returns the messages of the prompt: a string becomes one user message, an
   * array contains messages, and any other object is a complete result.
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
 * argument has completion values, the function `complete` (if given) creates an
 * additional handler of `completion/complete`.
 */
export function promptHandlers(
  definitions: { readonly [name: string]: PromptSpec },
  settings: PromptsSettings = {},
  complete?: typeof createCompletionHandler,
): {
  "prompts/list": ListHandler;
  "prompts/get": (params: GetParams, ctx: Call) => object | Promise<object>;
} & Controls<PromptSpec> {
  const changes = new Changes(
    "notifications/prompts/list_changed",
    "prompts.listChanged",
  );
  const { access } = settings;
  const pass = createGuard({ access }, new Map());
  const completable = new Map<string, GuardedEntry<Completion>>();
  const prepare = (name: string, spec: PromptSpec): Prompt => {
    const completers = (spec.arguments ?? []).flatMap((argument) =>
      argument.complete ? [[argument.name, argument.complete] as const] : [],
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
  const { entries, controls } = createEntries(
    changes,
    definitions,
    prepare,
    settings,
  );
  const list = (parts: readonly ModuleEntries<Prompt>[]): ListHandler =>
    createListHandler(parts, "prompts", settings.pageSize);
  return withControls(
    createFeature({
      "prompts/list": createHandler(entries, list, changes),
      "prompts/get": createHandler(entries, createPromptGetter),
      ...(complete &&
        completable.size > 0 && {
          "completion/complete": createHandler(completable, complete),
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

/**
 * Returns a `prompts/get` handler. `parts` holds the sets of prompts that the
 * server combines. The handler searches all sets for the prompt in the request.
 */
function createPromptGetter(parts: readonly ModuleEntries<Prompt>[]) {
  return ({ name, arguments: given = {} }: GetParams, ctx: Call) =>
    useEntry(
      parts,
      name,
      ctx,
      async (prompt) => {
        requireArguments(prompt, given);
        const value = await prompt.handler(given, ctx);
        return sanitizeMessages(
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
    shown.arguments = rest.arguments.map((argument) => ({ ...argument }));
    for (const argument of shown.arguments) delete argument.complete;
  }
  return { shown, handler: handler as Prompt["handler"] };
}

function requireArguments(
  { shown: { name, arguments: known = [] } }: Prompt,
  given: Arguments,
): void {
  const missing = known
    .filter(
      (argument) => argument.required && !Object.hasOwn(given, argument.name),
    )
    .map((argument) => argument.name);
  if (missing.length > 0) {
    const text = `Missing arguments for ${name}: ${missing.join(", ")}`;
    throw new McpError(BAD_PARAMS, text);
  }
}

function sanitizeMessages(name: string, result: PromptAnswer): object {
  if (!Array.isArray(result.messages)) return result;
  const messages = result.messages.map((message: unknown) => {
    if (!isObject(message)) return message;
    return { ...message, content: sanitizeContent(message.content, name) };
  });
  return { ...result, messages };
}

interface PromptAnswer {
  readonly messages?: unknown;
  readonly [name: string]: unknown;
}

/**
 * Converts the return value of a prompt handler to a result. A string becomes
 * one user message, and an array is used as the messages.
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
