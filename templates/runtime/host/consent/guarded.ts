/** What servers ask of a host: with consent, within limits, on record. */
import { asError, McpError } from "../../connection/json-rpc/errors.js";
import { tooMany } from "../../connection/limits.js";
import { isObject } from "../../validation/guards.js";
import { RateLimit } from "../../connection/rate.js";
import { changesOf, changing } from "../../features/changes.js";
import { offering, offersOf } from "../../features/offers.js";
import { webAddress } from "../../features/questions/url-elicitation.js";
import { rejected } from "./consent.js";
import type { Consents } from "./consent.js";
import type { Decision } from "./audit.js";
import type { Done } from "./recorder.js";
import type { Handler, Handlers } from "../../lifecycle/lifecycle.js";

export interface GuardedBy {
  readonly server: string;
  readonly consents: Consents;
  /** Samplings, elicitations, and lists of roots that a person is asked about, a minute. */
  readonly inputs: number;
  /** Begins a record; what it gives back ends it. */
  readonly record: (method: string, name?: string) => Done;
}

type ParamFields = { readonly [name: string]: unknown };
type RunHandler = (params: ParamFields, call: object) => unknown;

/**
 * How one method is answered, given what the handler does. `count` counts what
 * costs a person's time, or a model's, and throws when that is too much.
 */
type GuardedAnswer = (
  run: (params: ParamFields) => Promise<ParamFields>,
  params: ParamFields,
  by: GuardedBy,
  count: () => void,
) => Promise<{ readonly decision: Decision; readonly result: ParamFields }>;

const ANSWERS: { readonly [method: string]: GuardedAnswer } = {
  "sampling/createMessage": async (
    run,
    params,
    { consents, server },
    count,
  ) => {
    count();
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
  "elicitation/create": async (run, given, { consents, server }, count) => {
    count();
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
  "roots/list": async (run, params, { consents, server }, count) => {
    const result = await run(params);
    const roots: unknown[] = [];
    let decision: Decision = "allowed";
    let counted = false;
    const asking = (): void => {
      if (!counted) count();
      counted = true;
    };
    for (const root of result.roots as readonly { readonly uri: string }[]) {
      const { uri } = root;
      const asked = await consents.ask(
        "root",
        server,
        uri,
        { uri },
        root,
        asking,
      );
      if (asked.decision !== "allowed") decision = asked.decision;
      if (asked.decision !== "refused") roots.push(root);
    }
    return { decision, result: { ...result, roots } };
  },
};

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
    const given = await answer(
      async (edited) => {
        const result = await run(edited, call);
        return isObject(result) ? result : {};
      },
      params,
      by,
      () => {
        if (rate.take()) return;
        decision = "limited";
        throw tooMany(`Too many requests for ${method}`);
      },
    );
    done(given.decision, [params, given.result]);
    return given.result;
  } catch (error) {
    if (error instanceof McpError && error.code === -1) decision = "refused";
    done(decision, [params], asError(error));
    throw error;
  }
}
