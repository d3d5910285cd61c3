/**
 * Wrapper for the handlers with which a host answers requests from servers.
 * Adds consent, rate limits and audit.
 */
import { TOO_MANY_REQUESTS } from "../../json-rpc/constants.js";
import { asError, McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { RateLimit } from "../../limits/rate-limit.js";
import { getChanges, markChanges } from "../../protocol/handlers/changes.js";
import {
  markImpliedCapabilities,
  getImpliedCapabilities,
} from "../../protocol/handlers/implied-capabilities.js";
import { parseWebUrl } from "../../features/requests/url-elicitation.js";
import { createRejection } from "./consent.js";
import type { Consents } from "./consent.js";
import type { Decision } from "./audit.js";
import type { CompleteEntry } from "./recorder.js";
import type { Handler, Handlers } from "../../protocol/lifecycle.js";

export interface ServerGuard {
  readonly server: string;
  readonly consents: Consents;
  /**
   * Maximum number of sampling and elicitation requests per minute from the
   * server.
   */
  readonly inputs: number;
  /** Begins an audit entry. The returned function completes the entry. */
  readonly record: (method: string, name?: string) => CompleteEntry;
}

type ParamFields = { readonly [name: string]: unknown };
type RunHandler = (params: ParamFields, call: object) => unknown;

/**
 * Function that answers a request of a server and asks for consent.
 * `GUARDED_ANSWERS` has one for each JSON-RPC method that needs consent. `run`
 * calls the handler that the program passed to the host.
 */
type GuardedAnswer = (
  run: (params: ParamFields) => Promise<ParamFields>,
  params: ParamFields,
  by: ServerGuard,
) => Promise<{ readonly decision: Decision; readonly result: ParamFields }>;

const GUARDED_ANSWERS: { readonly [method: string]: GuardedAnswer } = {
  "sampling/createMessage": async (run, params, { consents, server }) => {
    const outcome = await consents.ask(
      "sampling",
      server,
      params,
      { params },
      params,
    );
    if (outcome.decision === "refused")
      throw createRejection("sampling request");
    const result = await run(outcome.value);
    const shown = await consents.ask(
      "sampled",
      server,
      result,
      { result },
      result,
    );
    if (shown.decision === "refused") throw createRejection("sampling request");
    const approved = [outcome, shown].some(
      ({ decision }) => decision === "approved",
    );
    return { decision: approved ? "approved" : "allowed", result: shown.value };
  },
  "elicitation/create": async (run, given, { consents, server }) => {
    // Normalize the URL before asking for consent. This ensures that the URL
    // that the user sees is the URL that is opened.
    const params =
      given.mode === "url"
        ? { ...given, url: parseWebUrl(given.url).href }
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
    const decisions = new Set<Decision>();
    for (const root of result.roots as readonly { readonly uri: string }[]) {
      const { uri } = root;
      const outcome = await consents.ask("root", server, uri, { uri }, root);
      decisions.add(outcome.decision);
      if (outcome.decision !== "refused") roots.push(root);
    }
    // The audit entry contains one decision for the whole list of roots. It is
    // `refused` if any root was refused, even if other roots were approved.
    const decision = (["refused", "approved"] as const).find((made) =>
      decisions.has(made),
    );
    return { decision: decision ?? "allowed", result: { ...result, roots } };
  },
};

/**
 * Methods with a rate limit, because each request costs the user's time or
 * model usage.
 */
const INPUT_METHODS = new Set(["sampling/createMessage", "elicitation/create"]);

/**
 * Wraps the handlers of a host for the requests of one server. The new handlers
 * ask for consent, limit the rate of requests and record audit entries.
 */
export function guardHandlers(handlers: Handlers, by: ServerGuard): Handlers {
  const rate = new RateLimit(by.inputs, by.inputs / 60);
  const own: { [method: string]: RunHandler | undefined } = {};
  for (const [method, handler] of Object.entries(handlers)) {
    const run = handler as RunHandler | undefined;
    const answer = Object.hasOwn(GUARDED_ANSWERS, method)
      ? GUARDED_ANSWERS[method]
      : undefined;
    own[method] =
      run && answer
        ? copyHandlerMarks(run, (params, call) =>
            answerGuarded(method, answer, run, params ?? {}, call, rate, by),
          )
        : run;
  }
  return own as Handlers;
}

/**
 * Copies two properties from the handler `before` to the handler `run`: the
 * capabilities that the handler implies, and the sources that report changes of
 * its results.
 */
function copyHandlerMarks(before: RunHandler, run: RunHandler): RunHandler {
  const offered = markImpliedCapabilities(
    run as Handler,
    ...getImpliedCapabilities(before as Handler),
  );
  return markChanges(offered, ...getChanges(before as Handler)) as RunHandler;
}

async function answerGuarded(
  method: string,
  answer: GuardedAnswer,
  run: RunHandler,
  params: ParamFields,
  call: object,
  rate: RateLimit,
  by: ServerGuard,
): Promise<ParamFields> {
  const done = by.record(method);
  let decision: Decision = "failed";
  try {
    if (INPUT_METHODS.has(method) && !rate.take()) {
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
