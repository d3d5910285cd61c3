import { Changes, changing, withControls } from "./changes.js";
import { BAD_PARAMS, McpError } from "../connection/errors.js";
import { chain } from "../connection/promises.js";
import { Guard } from "./guard.js";
import { isObject } from "../connection/messages.js";
import { fitContent } from "./outputs.js";
import { paginate } from "./paginate.js";
import type { Call } from "../connection/call.js";
import type { GuardSettings } from "./guard.js";

/** One prompt: what the client is shown of it, and how it is filled in. */
export interface PromptSpec {
  readonly arguments?: readonly {
    readonly name: string;
    readonly required?: boolean;
  }[];
  readonly handler: (args: never, ctx: never) => unknown;
  readonly [name: string]: unknown;
}

export interface PromptsSettings extends GuardSettings {
  /** Prompts on a page of `prompts/list`. Default: 100. */
  readonly pageSize?: number | undefined;
}

interface Arguments {
  readonly [name: string]: string;
}

/** Handlers of `prompts/list` and `prompts/get` for a set of prompts. */
export function promptHandlers(
  definitions: { readonly [name: string]: PromptSpec },
  settings: PromptsSettings = {},
) {
  const prompts = new Map<string, PromptSpec>();
  const changes = new Changes(
    "notifications/prompts/list_changed",
    "prompts.listChanged",
  );
  const set = (name: string, spec: PromptSpec): void => {
    if (typeof spec.handler !== "function") {
      throw new TypeError(`The prompt ${name} needs a handler`);
    }
    prompts.set(name, spec);
    changes.emit();
  };
  for (const [name, spec] of Object.entries(definitions)) set(name, spec);

  const guard = new Guard(settings);
  const list = (
    params: { readonly cursor?: string } | undefined,
    ctx: Call,
  ) => {
    const shown = [...prompts].map(([name, spec]) => {
      const { handler: _, ...rest } = spec;
      return { name, ...rest };
    });
    return chain(
      guard.visible(shown, ({ name }) => name, ctx),
      (visible) => {
        const page = paginate(visible, params?.cursor, settings.pageSize);
        const { items, ...rest } = page;
        return { prompts: items, ...rest };
      },
    );
  };
  const get = (
    params: { readonly name: string; readonly arguments?: Arguments },
    ctx: Call,
  ) => {
    const { name } = params;
    const unknown = () => new McpError(BAD_PARAMS, `Unknown prompt: ${name}`);
    const prompt = prompts.get(name);
    if (prompt === undefined) throw unknown();
    const use = async () => {
      const given = params.arguments ?? {};
      requireArguments(name, prompt, given);
      const handler = prompt.handler as (args: Arguments, ctx: Call) => unknown;
      const value = await handler(given, ctx);
      return fitMessages(name, toResult(value, prompt.description));
    };
    return guard.pass<object>(name, ctx, use, unknown);
  };
  return withControls(
    { "prompts/list": changing(list, changes), "prompts/get": get },
    {
      /** Adds a prompt, or replaces the one of that name. */
      set,
      /** Takes a prompt away; false when there was none. */
      remove: (name: string): boolean => {
        const removed = prompts.delete(name);
        guard.forget(name);
        if (removed) changes.emit();
        return removed;
      },
    },
  );
}

function requireArguments(
  name: string,
  { arguments: known = [] }: PromptSpec,
  given: Arguments,
): void {
  const missing = known
    .filter((one) => one.required && !Object.hasOwn(given, one.name))
    .map((one) => one.name);
  if (missing.length === 0) return;
  const text = `Missing arguments for ${name}: ${missing.join(", ")}`;
  throw new McpError(BAD_PARAMS, text);
}

function fitMessages(name: string, result: Result): object {
  if (!Array.isArray(result.messages)) return result;
  const messages = result.messages.map((message: unknown) => {
    if (!isObject(message)) return message;
    return { ...message, content: fitContent(message.content, name) };
  });
  return { ...result, messages };
}

interface Result {
  readonly messages?: unknown;
  readonly [name: string]: unknown;
}

/** Text is one message of the user's; an array is the messages. */
function toResult(value: unknown, description: unknown): Result {
  const about = typeof description === "string" ? { description } : {};
  if (typeof value === "string") {
    const content = { type: "text", text: value };
    return { ...about, messages: [{ role: "user", content }] };
  }
  if (Array.isArray(value)) return { ...about, messages: value };
  // Another type of result than the one that answers.
  if (isObject(value) && value.resultType !== undefined) return value;
  if (isObject(value) && Array.isArray(value.messages)) {
    return { ...about, ...value };
  }
  throw new TypeError("A prompt returns text, messages or a result");
}
