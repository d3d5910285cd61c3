/** Asks the consent hooks before data is exchanged with a server. */
import { toBase64 } from "../../json-rpc/messages/base64.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { sortedJson } from "../../json-rpc/messages/messages.js";
import type { Decision } from "./audit.js";

type Awaitable<T> = T | Promise<T>;

/** Result of a consent hook: `true` allows, `false` refuses. */
export type Consent<T = never> =
  | boolean
  | {
      readonly allow: boolean;
      /** Edited value that is used instead of the one that was shown. */
      readonly value?: T | undefined;
      /**
       * Scope in which the decision is remembered, so that the hook is not
       * called again.
       * - `"entry"`: for the same resource or root, or for a tool with the same
       *   description and schema. A prompt, result or question must be
       *   identical. It is not remembered if it was edited.
       * - `"server"`: for everything of this kind from the server.
       */
      readonly remember?: "entry" | "server" | undefined;
    };

/**
 * Consent hooks. Without a hook, everything of its kind is allowed. The host's
 * program makes the calls itself, and its own handlers answer the requests of
 * servers.
 */
export interface ConsentHooks {
  /**
   * Called before a tool call; the arguments may be edited. `definition` is the
   * tool as the server lists it, if it is listed.
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
   * Called before a server's sampling request is passed to the handler; its
   * params may be edited.
   */
  readonly sampling?:
    | ((ask: {
        readonly server: string;
        readonly params: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /**
   * Called before the result of a sampling request is sent to the server; the
   * result may be edited.
   */
  readonly sampled?:
    | ((ask: {
        readonly server: string;
        readonly result: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /**
   * Called before the user is asked for input on behalf of a server
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
   * a server names.
   */
  readonly signIn?:
    | ((ask: {
        readonly server: string;
        /** URL of the server, without its query. */
        readonly url: string;
        readonly issuer: string;
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
 * Store for remembered consent decisions. Implement it to keep them longer than
 * the process runs.
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
 * Creates the error for a refusal by the user, with the code -1 that MCP's
 * sampling specification uses.
 */
export function createRejection(what: string): McpError {
  return new McpError(-1, `User rejected ${what}`);
}

export class Consents {
  readonly #hooks: ConsentHooks;
  readonly #store: ConsentStore;
  /**
   * Hook calls in progress for roots and resources. Concurrent requests for the
   * same one share the result.
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
   * Calls the hook of `kind`, unless a remembered decision applies.
   *
   * @param entry Name that decisions are remembered by, or an object that must
   *   be identical.
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
    // An edited value is not remembered: it differs from what the hook is shown
    // the next time.
    const edited = entry === value && answer.value !== undefined;
    if (remember === "server") await this.#store.set(ofServer, allow);
    else if (remember && !edited) await this.#store.set(ofEntry, allow);
    return createOutcome(allow, answer.value ?? value);
  }

  /**
   * Calls a hook once for concurrent requests: a server may request its roots
   * any number of times.
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
 * Returns the SHA-256 digest of a value as JSON, independent of the order of
 * its members.
 */
async function digestJson(value: object): Promise<string> {
  const bytes = new TextEncoder().encode(sortedJson(value));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return toBase64(new Uint8Array(digest));
}

function createOutcome<T>(allow: boolean, value: T): ConsentOutcome<T> {
  return { decision: allow ? "approved" : "refused", value };
}
