/** Consent hooks, which are called before data is exchanged with a server. */
import { toBase64 } from "../../json-rpc/messages/base64.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { sortedJson } from "../../json-rpc/messages/messages.js";
import type { Decision } from "./audit.js";

type Awaitable<T> = T | Promise<T>;

/**
 * Result of a consent hook: `true` allows the request, and `false` refuses it.
 */
export type Consent<T = never> =
  | boolean
  | {
      readonly allow: boolean;
      /** Edited value, which replaces the value that was passed to the hook. */
      readonly value?: T | undefined;
      /**
       * Scope in which the decision is remembered. Within this scope, the hook
       * is not called again.
       * - `"entry"`: the same resource or root, a tool with the same
       *   description and schema, or an identical sampling request, sampling
       *   result or elicitation. A decision that edits one of the last three is
       *   not remembered.
       * - `"server"`: all calls of this hook for the same server.
       */
      readonly remember?: "entry" | "server" | undefined;
    };

/**
 * Consent hooks by the kind of request. If a hook is not set, all requests of
 * its kind are allowed.
 *
 * Hooks make no calls to servers and answer no requests of servers. They only
 * allow, edit or refuse the calls and answers of the program that uses the
 * host.
 */
export interface ConsentHooks {
  /**
   * Called before a tool call. The hook may edit the arguments. `definition` is
   * the tool as the server lists it, or undefined if the server is not ready. A
   * call of a tool that a ready server does not list is refused without the hook.
   */
  readonly callTool?:
    | ((ask: {
        readonly server: string;
        readonly tool: string;
        readonly definition?: { readonly [name: string]: unknown } | undefined;
        readonly arguments: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /**
   * Called before a server's sampling request is passed to the handler. The
   * hook may edit the params.
   */
  readonly sampling?:
    | ((ask: {
        readonly server: string;
        readonly params: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /**
   * Called before the result of a sampling request is sent to the server. The
   * hook may edit the result.
   */
  readonly sampled?:
    | ((ask: {
        readonly server: string;
        readonly result: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /**
   * Called before the user is asked for input that a server requested
   * (elicitation).
   */
  readonly elicitation?:
    | ((ask: {
        readonly server: string;
        readonly params: { readonly [name: string]: unknown };
      }) => Awaitable<Consent>)
    | undefined;
  /** Called before the URI of a root is sent to a server. */
  readonly root?:
    | ((ask: {
        readonly server: string;
        readonly uri: string;
      }) => Awaitable<Consent>)
    | undefined;
  /**
   * Called before the user is asked to sign in at the authorization server that
   * an MCP server names. Without this hook, tokens of an authorization server
   * are used for only one MCP server, unless the options of `oauth()` allow
   * further servers.
   */
  readonly signIn?:
    | ((ask: {
        readonly server: string;
        /** URL of the MCP server, without its query. */
        readonly url: string;
        readonly issuer: string;
      }) => Awaitable<Consent>)
    | undefined;
  /**
   * Called when a tool differs from the server's snapshot in its texts, schemas
   * or annotations. The tool is offered only if the hook allows it. Without this
   * hook, the tool is not offered.
   */
  readonly changed?:
    | ((ask: {
        readonly server: string;
        readonly tool: string;
        /** Tool in the snapshot. Undefined for a tool that the snapshot lacks. */
        readonly before: { readonly [member: string]: unknown } | undefined;
        readonly after: { readonly [member: string]: unknown };
        /** Diff of both definitions, one changed value per line. */
        readonly diff: string;
      }) => Awaitable<Consent>)
    | undefined;
  /** Called before a resource is read from a server. */
  readonly resource?:
    | ((ask: {
        readonly server: string;
        readonly uri: string;
      }) => Awaitable<Consent>)
    | undefined;
}

/**
 * Store for remembered consent decisions. Implement this interface to keep the
 * decisions after the process has ended.
 */
export interface ConsentStore {
  get(key: string): Awaitable<boolean | undefined>;
  set(key: string, allow: boolean): unknown;
}

export interface ConsentOutcome<T> {
  readonly decision: Extract<Decision, "allowed" | "approved" | "refused">;
  readonly value: T;
}

/**
 * Creates the error for a request that the user refused. Its code is -1, as in
 * MCP's specification of sampling.
 */
export function createRejection(what: string): McpError {
  return new McpError(-1, `User rejected ${what}`);
}

export class Consents {
  readonly #hooks: ConsentHooks;
  readonly #store: ConsentStore;
  /**
   * Pending hook calls for roots and resources. Concurrent requests for the
   * same root or resource share one call and its result.
   */
  readonly #asking = new Map<string, Promise<Consent<never>>>();

  constructor(
    hooks: ConsentHooks,
    store: ConsentStore = new Map<string, boolean>(),
  ) {
    this.#hooks = hooks;
    this.#store = store;
  }

  /**
   * Calls the consent hook of `kind`, unless a remembered decision applies.
   *
   * @param entry Name or object that the decision is about. A decision about an
   *   object applies only to an identical object.
   */
  async ask<T>(
    kind: keyof ConsentHooks,
    server: string,
    entry: string | object,
    about: object,
    value: T,
  ): Promise<ConsentOutcome<T>> {
    const hook = this.#hooks[kind] as
      ((ask: object) => Awaitable<Consent<T>>) | undefined;
    if (!hook) return { decision: "allowed", value };
    const ofServer = JSON.stringify([kind, server]);
    const name = typeof entry === "string" ? entry : await digestJson(entry);
    const ofEntry = JSON.stringify([kind, server, name]);
    const before =
      (await this.#store.get(ofEntry)) ?? (await this.#store.get(ofServer));
    if (before !== undefined) return createOutcome(before, value);
    const answer =
      typeof entry === "string"
        ? await this.#askOnce(ofEntry, () => hook({ server, ...about }))
        : await hook({ server, ...about });
    if (typeof answer === "boolean") return createOutcome(answer, value);
    const { allow, remember } = answer;
    // Do not remember a decision that edits the value: the next request
    // contains the unedited value, so the hook must see it again.
    const edited = entry === value && answer.value !== undefined;
    if (remember === "server") await this.#store.set(ofServer, allow);
    else if (remember && !edited) await this.#store.set(ofEntry, allow);
    return createOutcome(allow, answer.value ?? value);
  }

  /**
   * Calls a consent hook only once for concurrent requests with the same name.
   * Otherwise, a server could cause any number of identical questions, for
   * example with repeated `roots/list` requests.
   */
  #askOnce<T>(
    name: string,
    ask: () => Awaitable<Consent<T>>,
  ): Promise<Consent<T>> {
    const known = this.#asking.get(name) as Promise<Consent<T>> | undefined;
    if (known) return known;
    const pending = Promise.resolve()
      .then(ask)
      .finally(() => this.#asking.delete(name));
    this.#asking.set(name, pending as Promise<Consent<never>>);
    return pending;
  }
}

/**
 * Returns the SHA-256 digest of a value's JSON text. The order of members does
 * not matter.
 */
async function digestJson(value: object): Promise<string> {
  const bytes = new TextEncoder().encode(sortedJson(value));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return toBase64(new Uint8Array(digest));
}

function createOutcome<T>(allow: boolean, value: T): ConsentOutcome<T> {
  return { decision: allow ? "approved" : "refused", value };
}
