import { findProblem } from "../protocol/methods/validity.js";
import type { EndpointOptions } from "../protocol/endpoint-options.js";
import { ConnectionError } from "../json-rpc/messages/errors.js";
import { Endpoint } from "../protocol/endpoint.js";
import { isStateless } from "./revision-binding.js";
import { downgradeValue } from "./downgrade.js";
import { dropInputState, resolveInput } from "./input.js";
import { isObject } from "../validation/guards.js";
import type { Call } from "../protocol/connection/call.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { RevisionBinding } from "./revision-binding.js";
import type { Handlers } from "../protocol/lifecycle.js";
import type { PeerInfo } from "../protocol/connection/peer.js";
import type { Params, RequestMessage } from "../json-rpc/messages/messages.js";
import type { SendOptions } from "../json-rpc/requests.js";
import type { Rule } from "../validation/rule.js";

/**
 * Endpoint (client or server) for one of several supported revisions. Handlers
 * are written for the newest revision, and their results are converted to the
 * revision of the endpoint. If a result cannot be converted, the request fails.
 */
export class RevisionEndpoint extends Endpoint {
  readonly binding: RevisionBinding;
  /** Revision for which the handlers are written. */
  readonly newest: RevisionBinding;
  readonly #versions: readonly string[];
  /**
   * Whether this side is a server that can send requests to the client while a
   * handler runs.
   */
  readonly #canAsk: boolean;
  /**
   * Function that selects the endpoint of the revision in which a request must
   * be answered.
   */
  selectEndpoint: (
    connection: Connection,
    message: RequestMessage,
  ) => RevisionEndpoint = () => this;

  constructor(
    binding: RevisionBinding,
    newest: RevisionBinding,
    versions: readonly string[],
    info: PeerInfo,
    handlers: Handlers,
    options: EndpointOptions,
  ) {
    super(binding, info, handlers, options);
    this.binding = binding;
    this.newest = newest;
    this.#versions = versions;
    this.#canAsk = binding.side === "server" && !isStateless(binding);
  }

  /** All revisions that this client or server supports, newest first. */
  override get versions(): readonly string[] {
    return this.#versions;
  }

  override select(
    connection: Connection,
    message: RequestMessage,
  ): RevisionEndpoint {
    return this.selectEndpoint(connection, message);
  }

  override run(call: Call): unknown {
    // Add absent params: they are optional in some older revisions, but
    // handlers for the newest revision may expect them.
    call.message.params ??= {};
    if (
      this.#needsInputRequests &&
      Object.hasOwn(this.newest.methods, call.method)
    ) {
      dropInputState(call);
    }
    return this.settle(call, () => super.run(call));
  }

  override settle(call: Call, handler: () => unknown): unknown {
    return this.#needsInputRequests ? resolveInput(call, handler) : handler();
  }

  /**
   * Whether handlers may return input-required results although the revision of
   * this endpoint does not have such results.
   */
  get #needsInputRequests(): boolean {
    return this.#canAsk && isStateless(this.newest);
  }

  override finish(call: Call, result: unknown): object {
    const { downgrades, outgoing } = this.binding;
    const { method } = call;
    const formed = downgradeValue(downgrades.results[method], result);
    const finished = super.finish(call, withText(method, result, formed));
    // The answer to a request that asks for a task is the created task. The
    // result of the method is sent later, so it is not validated here.
    const task = call.message.params?.task !== undefined && "task" in finished;
    if (task) return finished;
    this.#assertValid(
      outgoing.results[method],
      finished,
      `The result of ${method}`,
    );
    return finished;
  }

  override prepare(
    connection: Connection,
    method: string,
    params: Params | undefined,
    options: SendOptions,
  ): Params | undefined {
    const formed = this.#downgradeParams(method, params);
    // On a server, the params are already complete and can be validated here.
    // On a client, the params are validated after `prepare`, which adds
    // `_meta`.
    const asks = this.binding.side === "server";
    if (asks) this.#assertParams(method, formed, { id: 0 });
    const sent = super.prepare(connection, method, formed, options);
    if (!asks) this.#assertParams(method, sent, { id: 0 });
    return sent;
  }

  override permit(
    connection: Connection,
    method: string,
    params: Params | undefined,
  ): Params | undefined {
    const sent = super.permit(
      connection,
      method,
      this.#downgradeParams(method, params),
    );
    this.#assertParams(method, sent, {});
    return sent;
  }

  /**
   * Validates the result that a peer sent, and adds the members that results
   * have in the newest revision.
   */
  override accept(method: string, result: object, params?: Params): object {
    const accepted = super.accept(method, result, params);
    const { newest } = this;
    if (this.binding.side === "server" || !isStateless(newest)) return accepted;
    const resultType = "complete";
    return newest.cacheable?.includes(method)
      ? { resultType, ttlMs: 0, cacheScope: "private", ...accepted }
      : { resultType, ...accepted };
  }

  #downgradeParams(
    method: string,
    params: Params | undefined,
  ): Params | undefined {
    const formed = downgradeValue(
      this.binding.downgrades.params[method],
      params,
    );
    return formed as Params | undefined;
  }

  #assertParams(method: string, params: Params | undefined, id: object): void {
    const rule = this.binding.outgoing.messages[method];
    if (rule === undefined) return;
    const message = { jsonrpc: "2.0", method, ...id };
    this.#assertValid(
      rule,
      params === undefined ? message : { ...message, params },
      method,
    );
  }

  /**
   * Throws ConnectionError if a value to send is not valid in the revision of
   * this endpoint.
   */
  #assertValid(rule: Rule | undefined, value: unknown, what: string): void {
    const problem = findProblem(rule, value);
    if (problem === undefined) return;
    const { version } = this.protocol;
    const text = `${what} is not valid in revision ${version}: ${problem}`;
    throw new ConnectionError("version", text);
  }
}

/**
 * Adds the structured content of a tool result as a text block, for a revision
 * without structured content. If the result already has a text block, no text
 * block is added.
 */
function withText(method: string, before: unknown, after: unknown): unknown {
  if (method !== "tools/call" || before === after) return after;
  const { structuredContent, content = [] } = before as ToolResult;
  const result = after as ToolResult;
  if (structuredContent === undefined) return after;
  if (result.structuredContent !== undefined) return after;
  if (!Array.isArray(content) || content.some(isTextBlock)) return after;
  const text = JSON.stringify(structuredContent);
  const blocks = (result.content ?? []) as readonly unknown[];
  return { ...result, content: [...blocks, { type: "text", text }] };
}

interface ToolResult {
  readonly structuredContent?: unknown;
  readonly content?: unknown;
}

function isTextBlock(block: unknown): boolean {
  return isObject(block) && block.type === "text";
}
