import { withControls } from "../../protocol/handlers/changes.js";
import { attempt } from "../../json-rpc/promises.js";
import {
  BAD_PARAMS,
  ConnectionError,
  McpError,
} from "../../json-rpc/messages/errors.js";
import {
  fitFor,
  problemOfAnswer,
  problemOfField,
  withDefaults,
} from "../requests/form.js";
import { offering } from "../../protocol/handlers/implied-capabilities.js";
import { urlElicitationsOf, webAddress } from "../requests/url-elicitation.js";
import { Visits } from "./pending-url-elicitations.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Form } from "../requests/form.js";

/** What the user did, and with `accept` what was filled in. */
export interface Reaction {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { readonly [name: string]: unknown } | undefined;
}

/** A page that a server wants the user to visit, for the question of consent. */
export interface UrlTarget {
  /** The whole URL as browsers read it, to be shown and opened. */
  readonly href: string;
  /** Host and port, to be shown apart. */
  readonly host: string;
  /** Whether it is https. */
  readonly secure: boolean;
  /** Whether it may look like another: Punycode, a user name or a password. */
  readonly suspicious: boolean;
}

/** What `elicitation` needs; `F` and `U` are what a server asks by each mode. */
export interface ElicitationSpec<
  F = FormParams,
  U = UrlParams,
  R = Reaction,
  C = Call,
> {
  /**
   * Shows the user the form. What is left out of the content is filled in with
   * the form's defaults, and the whole is held against the form. `problemOf` says
   * what keeps a value from being one of a field, to ask for it again.
   */
  readonly form?:
    | ((
        params: F,
        ctx: C,
        problemOf: (name: string, value: unknown) => string | undefined,
      ) => R | Promise<R>)
    | undefined;
  /**
   * Asks the user for consent, and with it opens the page, where neither the
   * client nor the model sees what is on it. `ctx` is there unless the page is
   * asked for by an error.
   */
  readonly url?:
    | ((
        params: U,
        target: UrlTarget,
        ctx: C | undefined,
      ) => Reaction["action"] | Promise<Reaction["action"]>)
    | undefined;
  /** Called when the server says that the user has finished on a page. */
  readonly completed?: ((elicitationId: string) => void) | undefined;
}

interface FormParams {
  readonly message: string;
  readonly requestedSchema: Form;
}

interface UrlParams {
  readonly message: string;
  readonly url: string;
  readonly elicitationId?: string;
}

type ElicitParams = (FormParams | UrlParams) & { readonly mode?: string };

/** How long, and how often, what needs pages is waited for. */
export interface RetryOptions {
  /** Ends the wait for the user. */
  readonly signal?: AbortSignal | undefined;
  /** How often it is sent again, at most. Default: 3. */
  readonly retries?: number | undefined;
}

/**
 * Handlers of `elicitation/create` and of `notifications/elicitation/complete`.
 * `lists`: whether an answer may hold arrays of strings.
 */
export function elicitationHandlers(
  { form, url, completed }: ElicitationSpec,
  lists: boolean,
): {
  "elicitation/create": (params: ElicitParams, ctx: Call) => Promise<Reaction>;
  "notifications/elicitation/complete": (params: {
    elicitationId: string;
  }) => void;
} & {
  /** Sends, and again after the user has visited the pages of the error. */
  readonly retry: <T>(
    send: () => Promise<T>,
    options?: RetryOptions,
  ) => Promise<T>;
  readonly complete: (elicitationId: string) => void;
} {
  const visits = new Visits();
  if (form === undefined && url === undefined) {
    throw new TypeError("elicitation() needs form, url, or both");
  }

  const visit = async (
    params: UrlParams,
    ctx: Call | undefined,
  ): Promise<Reaction> => {
    if (url === undefined) throw notDeclared("url");
    const { elicitationId } = params;
    const target = targetOf(webAddress(params.url));
    // The notification of the end may arrive before the user's consent is
    // known.
    visits.begin(elicitationId);
    let action: Reaction["action"] = "cancel";
    try {
      action = await url({ ...params, url: target.href }, target, ctx);
    } finally {
      if (action !== "accept") visits.end(elicitationId);
    }
    return { action };
  };

  const fill = async (params: FormParams, ctx: Call): Promise<Reaction> => {
    if (form === undefined) throw notDeclared("form");
    const { requestedSchema } = params;
    const { action, content = {} } = await form(params, ctx, (name, value) =>
      problemOfField(requestedSchema, name, value),
    );
    if (action !== "accept") return { action };
    const filled = withDefaults(requestedSchema, content, lists);
    const fit = fitFor(requestedSchema, filled, (problem) => {
      const told = new ConnectionError("invalid", `The form: ${problem}`);
      attempt(
        () => ctx.connection.report(told),
        () => {},
      );
    });
    const wrong = problemOfAnswer(fit, filled);
    if (wrong === undefined) return { action, content: filled };
    throw new Error(`The answer is not as the form has it: ${wrong}`);
  };

  const create = (params: ElicitParams, ctx: Call): Promise<Reaction> =>
    params.mode === "url"
      ? visit(params as UrlParams, ctx)
      : fill(params as FormParams, ctx);

  const complete = ({ elicitationId }: { elicitationId: string }): void => {
    if (visits.end(elicitationId)) attempt(() => completed?.(elicitationId));
  };

  const retry = async <T>(
    send: () => Promise<T>,
    { signal, retries = 3 }: RetryOptions = {},
  ): Promise<T> => {
    let room = MAX_PAGES_VISITED;
    for (let left = retries; ; left--) {
      try {
        return await send();
      } catch (error) {
        const pages = urlElicitationsOf(error);
        room -= pages.length;
        if (pages.length === 0 || left <= 0 || room < 0) throw error;
        for (const page of pages) {
          const { action } = await visit(page, undefined);
          if (action !== "accept") throw error;
        }
        const ids = pages.map(({ elicitationId }) => elicitationId);
        await visits.ended(ids, signal);
      }
    }
  };

  const offered = [
    ...(form ? ["elicitation.form"] : []),
    ...(url ? ["elicitation.url"] : []),
  ];
  return withControls(
    {
      "elicitation/create": offering(create, ...offered),
      "notifications/elicitation/complete": complete,
    },
    { retry, complete: (elicitationId: string) => complete({ elicitationId }) },
  );
}

/** Pages that a user is sent to for one request, at most. */
const MAX_PAGES_VISITED = 10;

function notDeclared(mode: string): McpError {
  const text = `This client has not declared elicitation by ${mode}`;
  return new McpError(BAD_PARAMS, text);
}

function targetOf(url: URL): UrlTarget {
  const { href, host, hostname, protocol, username, password } = url;
  return {
    href,
    host,
    secure: protocol === "https:",
    suspicious: /(^|\.)xn--/.test(hostname) || username + password !== "",
  };
}
