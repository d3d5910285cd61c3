/** What servers ask of a host: with consent, within limits, on record. */
import {
  asError,
  McpError,
  TOO_MANY_REQUESTS,
} from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { RateLimit } from "../../limits/rate-limit.js";
import { changesOf, changing } from "../../protocol/handlers/changes.js";
import {
  offering,
  offersOf,
} from "../../protocol/handlers/implied-capabilities.js";
import { webAddress } from "../../features/requests/url-elicitation.js";
import { rejected } from "./consent.js";
import type { Consents } from "./consent.js";
import type { Decision } from "./audit.js";
import type { Done } from "./recorder.js";
import type { Handler, Handlers } from "../../protocol/lifecycle.js";

export interface GuardedBy {
  readonly server: string;
  readonly consents: Consents;
  /** Samplings and elicitations a minute. */
  readonly inputs: number;
  /** Begins a record; what it gives back ends it. */
  readonly record: (method: string, name?: string) => Done;
}

type ParamFields = { readonly [name: string]: unknown };
type RunHandler = (params: ParamFields, call: object) => unknown;

/** How one method is answered, given what the handler does. */
type GuardedAnswer = (
  run: (params: ParamFields) => Promise<ParamFields>,
  params: ParamFields,
  by: GuardedBy,
) => Promise<{ readonly decision: Decision; readonly result: ParamFields }>;

const ANSWERS: { readonly [method: string]: GuardedAnswer } = {
  "sampling/createMessage": async (run, params, { consents, server }) => {
    const asked = await consents.ask(
      "sampling",
      server,
      params,
      { params },
      params,
    );
    if (asked.decision === "refused") throw rejected("sampling request");
    const result = await run(asked.value);
    const shown = await consents.ask(
      "sampled",
      server,
      result,
      { result },
      result,
    );
    if (shown.decision === "refused") throw rejected("sampling request");
    const approved = [asked, shown].some((one) => one.decision === "approved");
    return { decision: approved ? "approved" : "allowed", result: shown.value };
  },
  "elicitation/create": async (run, given, { consents, server }) => {
    // What is shown is what is opened.
    const params =
      given.mode === "url"
        ? { ...given, url: webAddress(given.url).href }
        : given;
    const { decision } = await consents.ask(
      "elicitation",
      server,
      params,
      { params },
      params,
    );
    return decision === "refused"
      ? { decision, result: { action: "decline" } }
      : { decision, result: await run(params) };
  },
  "roots/list": async (run, params, { consents, server }) => {
    const result = await run(params);
    const roots: unknown[] = [];
    let decision: Decision = "allowed";
    for (const root of result.roots as readonly { readonly uri: string }[]) {
      const { uri } = root;
      const asked = await consents.ask("root", server, uri, { uri }, root);
      if (asked.decision !== "allowed") decision = asked.decision;
      if (asked.decision !== "refused") roots.push(root);
    }
    return { decision, result: { ...result, roots } };
  },
};

/** Methods that cost a person's time, or a model's. */
const INPUTS = new Set(["sampling/createMessage", "elicitation/create"]);

/** `handlers` for one server. */
export function guarded(handlers: Handlers, by: GuardedBy): Handlers {
  const rate = new RateLimit(by.inputs, by.inputs / 60);
  const own: { [method: string]: RunHandler | undefined } = {};
  for (const [method, handler] of Object.entries(handlers)) {
    const run = handler as RunHandler | undefined;
    const answer = Object.hasOwn(ANSWERS, method) ? ANSWERS[method] : undefined;
    own[method] =
      run && answer
        ? likeBefore(run, (params, call) =>
            guardedAnswer(method, answer, run, params ?? {}, call, rate, by),
          )
        : run;
  }
  return own as Handlers;
}

/** `run` with the marks of `before`: its changes, and what it offers. */
function likeBefore(before: RunHandler, run: RunHandler): RunHandler {
  const offered = offering(run as Handler, ...offersOf(before as Handler));
  return changing(offered, ...changesOf(before as Handler)) as RunHandler;
}

async function guardedAnswer(
  method: string,
  answer: GuardedAnswer,
  run: RunHandler,
  params: ParamFields,
  call: object,
  rate: RateLimit,
  by: GuardedBy,
): Promise<ParamFields> {
  const done = by.record(method);
  let decision: Decision = "failed";
  try {
    if (INPUTS.has(method) && !rate.take()) {
      decision = "limited";
      const text = `Too many requests for ${method}`;
      throw new McpError(TOO_MANY_REQUESTS, text);
    }
    const given = await answer(
      async (edited) => {
        const result = await run(edited, call);
        return isObject(result) ? result : {};
      },
      params,
      by,
    );
    done(given.decision, [params, given.result]);
    return given.result;
  } catch (error) {
    if (error instanceof McpError && error.code === -1) decision = "refused";
    done(decision, [params], asError(error));
    throw error;
  }
}
