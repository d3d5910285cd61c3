import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { InputBudget } from "../../protocol/input-required/budget.js";
import { withControls } from "../../protocol/handlers/changes.js";
import { attempt } from "../../json-rpc/promises.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import {
  prepareUntrustedForm,
  findAnswerProblem,
  findFieldProblem,
  addDefaults,
} from "../requests/form.js";
import { markImpliedCapabilities } from "../../protocol/handlers/implied-capabilities.js";
import {
  getUrlElicitations,
  parseWebUrl,
} from "../requests/url-elicitation.js";
import { PendingUrlElicitations } from "./pending-url-elicitations.js";
import type { Call } from "../../protocol/connection/call.js";
import type { Form } from "../requests/form.js";

/**
 * User's reaction to an elicitation (a server's request for user input). If the
 * action is `accept`, `content` holds the values of the form's fields.
 */
export interface Reaction {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { readonly [name: string]: unknown } | undefined;
}

/**
 * Web page that a server asks the user to visit. Show the members of this
 * object to the user when you ask for consent.
 */
export interface UrlTarget {
  /**
   * Complete URL, normalized as in a browser. Display and open this URL: the
   * URL text in the request may contain invisible characters.
   */
  readonly href: string;
  /**
   * Host and port of the URL. Display them separately, so that the user
   * recognizes the site.
   */
  readonly host: string;
  /** Whether the URL uses `https:`. */
  readonly secure: boolean;
  /**
   * Whether the URL may imitate a different site. The value is `true` if the
   * host name is Punycode, or if the URL contains a user name or password.
   */
  readonly suspicious: boolean;
}

/**
 * Options of `elicitation`. Set `form`, `url` or both. For each of the two
 * options that is set, the client declares the capability for that elicitation
 * mode.
 *
 * `F` is the type of the params of a form request, and `U` is the type of the
 * params of a URL request.
 */
export interface ElicitationSpec<
  F = FormParams,
  U = UrlParams,
  R = Reaction,
  C = Call,
> {
  /**
   * Shows a form to the user and returns the user's reaction.
   *
   * After this function has returned, fields without a value receive the form's
   * default values, and the content is validated against the form. If the
   * content is invalid, the request is answered with an error. `problemOf`
   * validates a single field: it returns the error message, or `undefined` for
   * a valid value.
   */
  readonly form?:
    | ((
        params: F,
        ctx: C,
        problemOf: (name: string, value: unknown) => string | undefined,
      ) => R | Promise<R>)
    | undefined;
  /**
   * Asks the user for consent and, if the user agrees, opens the page in a
   * browser. MCP requires that neither the client nor the model can see the
   * data that the user enters on the page.
   *
   * `ctx` is `undefined` if the page was requested by an error response (code
   * -32042) instead of an elicitation request.
   */
  readonly url?:
    | ((
        params: U,
        target: UrlTarget,
        ctx: C | undefined,
      ) => Reaction["action"] | Promise<Reaction["action"]>)
    | undefined;
  /**
   * Callback invoked when the server reports that the user has finished an
   * elicitation in URL mode.
   */
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

/**
 * Options of `retry`, which repeats a request after the user has visited the
 * web pages that the request requires.
 */
export interface RetryOptions {
  /**
   * Signal that ends the wait for a user who is visiting the web pages. `retry`
   * then rejects with the reason of the signal.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum number of times that the request is repeated.
   *
   * @default 3
   */
  readonly retries?: number | undefined;
}

/**
 * Returns the handlers of `elicitation/create` and
 * `notifications/elicitation/complete`. Set `lists` if the protocol revision
 * allows arrays of strings as values of form fields.
 *
 * @throws TypeError if neither `form` nor `url` is set.
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
  /**
   * Calls `send`. If `send` fails with error -32042 (URL elicitation required),
   * asks the user to visit the pages in the error, and calls `send` again.
   */
  readonly retry: <T>(
    send: () => Promise<T>,
    options?: RetryOptions,
  ) => Promise<T>;
  readonly complete: (elicitationId: string) => void;
} {
  const pending = new PendingUrlElicitations();
  if (form === undefined && url === undefined) {
    throw new TypeError(
      "elicitation() needs the option form, the option url, or both",
    );
  }

  const visit = async (
    params: UrlParams,
    ctx: Call | undefined,
  ): Promise<Reaction> => {
    if (url === undefined) throw createNotDeclaredError("url");
    const { elicitationId } = params;
    const target = createTarget(parseWebUrl(params.url));
    // Register the elicitation before asking the user: the completion
    // notification may arrive before the user's answer.
    pending.begin(elicitationId);
    let action: Reaction["action"] = "cancel";
    try {
      action = await url({ ...params, url: target.href }, target, ctx);
    } finally {
      if (action !== "accept") pending.end(elicitationId);
    }
    return { action };
  };

  const fill = async (params: FormParams, ctx: Call): Promise<Reaction> => {
    if (form === undefined) throw createNotDeclaredError("form");
    const { requestedSchema } = params;
    const { action, content = {} } = await form(params, ctx, (name, value) =>
      findFieldProblem(requestedSchema, name, value),
    );
    if (action !== "accept") return { action };
    const filled = addDefaults(requestedSchema, content, lists);
    const checkedForm = prepareUntrustedForm(
      requestedSchema,
      filled,
      (problem) => {
        const problemReport = new ConnectionError(
          "invalid",
          `The elicitation form is invalid: ${problem}`,
        );
        attempt(
          () => ctx.connection.report(problemReport),
          () => {},
        );
      },
    );
    const issue = findAnswerProblem(checkedForm, filled);
    if (issue === undefined) return { action, content: filled };
    throw new Error(`The answer does not match the form: ${issue}`);
  };

  const create = (params: ElicitParams, ctx: Call): Promise<Reaction> =>
    params.mode === "url"
      ? visit(params as UrlParams, ctx)
      : fill(params as FormParams, ctx);

  const complete = ({ elicitationId }: { elicitationId: string }): void => {
    if (pending.end(elicitationId)) attempt(() => completed?.(elicitationId));
  };

  const retry = async <T>(
    send: () => Promise<T>,
    { signal, retries = 3 }: RetryOptions = {},
  ): Promise<T> => {
    const budget = new InputBudget();
    for (let left = retries; ; left--) {
      try {
        return await send();
      } catch (error) {
        const pages = getUrlElicitations(error);
        const isAllowed = budget.countPages(pages.length);
        if (pages.length === 0 || left <= 0 || !isAllowed) throw error;
        for (const page of pages) {
          const { action } = await visit(page, undefined);
          if (action !== "accept") throw error;
        }
        const ids = pages.map(({ elicitationId }) => elicitationId);
        await pending.ended(ids, signal);
      }
    }
  };

  const offered = [
    ...(form ? ["elicitation.form"] : []),
    ...(url ? ["elicitation.url"] : []),
  ];
  return withControls(
    {
      "elicitation/create": markImpliedCapabilities(create, ...offered),
      "notifications/elicitation/complete": complete,
    },
    { retry, complete: (elicitationId: string) => complete({ elicitationId }) },
  );
}

function createNotDeclaredError(mode: string): McpError {
  const text = `This client has not declared elicitation in ${mode} mode`;
  return new McpError(BAD_PARAMS, text);
}

function createTarget(url: URL): UrlTarget {
  const { href, host, hostname, protocol, username, password } = url;
  return {
    href,
    host,
    secure: protocol === "https:",
    suspicious: /(^|\.)xn--/.test(hostname) || username + password !== "",
  };
}
