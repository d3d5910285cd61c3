/** Asks the user's hooks before something crosses. */
import { toBase64 } from "../../json-rpc/messages/base64.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { sortedJson } from "../../json-rpc/messages/messages.js";
import type { Decision } from "./audit.js";

type Awaitable<T> = T | Promise<T>;

/** What a hook answers; `value` takes the place of what was shown. */
export type Consent<T = never> =
  | boolean
  | {
      readonly allow: boolean;
      /** What is used instead, when it was edited. */
      readonly value?: T | undefined;
      /**
       * Not to be asked again: for this entry, or for all that the server has of
       * the kind. An entry is a resource or a root; a tool as it was shown, and
       * not with another description or schema; a prompt, an answer or a question
       * with these very words, unless they were edited.
       */
      readonly remember?: "entry" | "server" | undefined;
    };

/**
 * Hooks of consent. What has no hook is allowed: calls are the host's own, and
 * what servers ask for is answered by the host's own handlers.
 */
export interface ConsentHooks {
  /**
   * Before a tool is called; its arguments can be edited. The definition is what
   * the server lists of the tool, if it lists it.
   */
  readonly callTool?:
    | ((ask: {
        readonly server: string;
        readonly tool: string;
        readonly definition?: { readonly [name: string]: unknown } | undefined;
        readonly arguments: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /** Before a server's prompt is sampled; it can be edited. */
  readonly sampling?:
    | ((ask: {
        readonly server: string;
        readonly params: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /** Before the server sees what was sampled; it can be edited. */
  readonly sampled?:
    | ((ask: {
        readonly server: string;
        readonly result: { readonly [name: string]: unknown };
      }) => Awaitable<Consent<{ readonly [name: string]: unknown }>>)
    | undefined;
  /** Before the user is asked for input in the server's name. */
  readonly elicitation?:
    | ((ask: {
        readonly server: string;
        readonly params: { readonly [name: string]: unknown };
      }) => Awaitable<Consent>)
    | undefined;
  /** Before the server is told of a root. */
  readonly root?:
    | ((ask: {
        readonly server: string;
        readonly uri: string;
      }) => Awaitable<Consent>)
    | undefined;
  /** Before the user is asked to sign in at the issuer that a server names. */
  readonly signIn?:
    | ((ask: {
        readonly server: string;
        /** Address of the server, without its query. */
        readonly url: string;
        readonly issuer: string;
      }) => Awaitable<Consent>)
    | undefined;
  /** Before a resource's data is handed on. */
  readonly resource?:
    | ((ask: {
        readonly server: string;
        readonly uri: string;
      }) => Awaitable<Consent>)
    | undefined;
}

/** Keeps answers; a program may keep them longer than it runs. */
export interface ConsentStore {
  get(key: string): Awaitable<boolean | undefined>;
  set(key: string, allow: boolean): unknown;
}

export interface Verdict<T> {
  readonly decision: Extract<Decision, "allowed" | "approved" | "refused">;
  readonly value: T;
}

/** JSON-RPC error of what the user did not want, as sampling has it. */
export function rejected(what: string): McpError {
  return new McpError(-1, `User rejected ${what}`);
}

export class Consents {
  readonly #hooks: ConsentHooks;
  readonly #store: ConsentStore;
  /** Roots and resources that are being asked about: once, whoever waits. */
  readonly #asking = new Map<string, Promise<Consent<never>>>();

  constructor(
    hooks: ConsentHooks,
    store: ConsentStore = new Map<string, boolean>(),
  ) {
    this.#hooks = hooks;
    this.#store = store;
  }

  /**
   * Asks the hook of `kind`, unless an earlier answer was to be remembered: of an
   * entry, which is a name, or all that was shown and has to be the same.
   */
  async ask<T>(
    kind: keyof ConsentHooks,
    server: string,
    entry: string | object,
    about: object,
    value: T,
  ): Promise<Verdict<T>> {
    const hook = this.#hooks[kind] as
      ((ask: object) => Awaitable<Consent<T>>) | undefined;
    if (!hook) return { decision: "allowed", value };
    const ofServer = JSON.stringify([kind, server]);
    const name = typeof entry === "string" ? entry : await digestOf(entry);
    const ofEntry = JSON.stringify([kind, server, name]);
    const before =
      (await this.#store.get(ofEntry)) ?? (await this.#store.get(ofServer));
    if (before !== undefined) return verdict(before, value);
    const answer =
      typeof entry === "string"
        ? await this.#askOnce(ofEntry, () => hook({ server, ...about }))
        : await hook({ server, ...about });
    if (typeof answer === "boolean") return verdict(answer, value);
    const { allow, remember } = answer;
    // What was edited is not what would be shown the next time.
    const edited = entry === value && answer.value !== undefined;
    if (remember === "server") await this.#store.set(ofServer, allow);
    else if (remember && !edited) await this.#store.set(ofEntry, allow);
    return verdict(allow, answer.value ?? value);
  }

  /** A server may ask for its roots without end: the user has one question. */
  #askOnce<T>(
    name: string,
    ask: () => Awaitable<Consent<T>>,
  ): Promise<Consent<T>> {
    const known = this.#asking.get(name) as Promise<Consent<T>> | undefined;
    if (known) return known;
    const asked = Promise.resolve()
      .then(ask)
      .finally(() => this.#asking.delete(name));
    this.#asking.set(name, asked as Promise<Consent<never>>);
    return asked;
  }
}

/** SHA-256 of a value as JSON, whose members have no order. */
async function digestOf(value: object): Promise<string> {
  const bytes = new TextEncoder().encode(sortedJson(value));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return toBase64(new Uint8Array(digest));
}

function verdict<T>(allow: boolean, value: T): Verdict<T> {
  return { decision: allow ? "approved" : "refused", value };
}
