/**
 * Server side of subscriptions in the stateless lifecycle. A subscription is an
 * open `subscriptions/listen` request, for which notifications are sent.
 */
import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { MIN_SUBSCRIPTION_LENGTH } from "../constants.js";
import { declares } from "../capabilities.js";
import { asError, McpError } from "../../json-rpc/messages/errors.js";
import { SUBSCRIPTION_ID } from "../../json-rpc/messages/meta.js";
import type { Call } from "../connection/call.js";
import type { Capabilities } from "../capabilities.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "../lifecycle.js";
import type { Params, RequestId } from "../../json-rpc/messages/messages.js";

/** Filter of a subscription: the notifications that a client asks for. */
interface Filter {
  toolsListChanged?: boolean;
  promptsListChanged?: boolean;
  resourcesListChanged?: boolean;
  resourceSubscriptions?: readonly string[];
}

export interface ListenParams {
  readonly notifications: Filter;
}

interface Subscription {
  readonly call: Call;
  /**
   * Filter for the notifications that are sent to the client. Empty until the
   * subscription is acknowledged.
   */
  filter: Filter;
  uris: ReadonlySet<string>;
  readonly end: () => void;
}

/**
 * Minimum number of characters that an open subscription adds to the client's
 * quota. This represents the memory for the open request.
 */
const MIN_LISTEN_LENGTH = 16_000;

const subscriptions = /*@__PURE__*/ new WeakMap<
  object,
  Map<RequestId, Subscription>
>();

/**
 * Pairs of a filter member, such as `toolsListChanged`, and the feature whose
 * list it concerns, such as `tools`.
 */
const LIST_FLAGS = [
  ["toolsListChanged", "tools"],
  ["promptsListChanged", "prompts"],
  ["resourcesListChanged", "resources"],
] as const;

/**
 * Answers a `subscriptions/listen` request. Resolves when the subscription
 * ends. Calls the handlers of `resources/subscribe` and `resources/unsubscribe`
 * for each resource. If `resources/subscribe` rejects a resource, the resource
 * is left out of the filter that is returned to the client.
 */
export function answerListen(
  endpoint: Endpoint,
  handlers: Handlers,
  params: ListenParams,
  call: Call,
): Promise<object> {
  // An extension may have waited before the call of this function. If the
  // request was cancelled in that time, its signal sends no further event, so
  // the signal is checked here.
  call.signal.throwIfAborted();
  const open =
    subscriptions.get(call.connection) ?? new Map<RequestId, Subscription>();
  subscriptions.set(call.connection, open);
  const filter = applyCapabilities(endpoint.capabilities, params.notifications);
  const wanted = filter.resourceSubscriptions;
  const { traffic } = call.connection;
  const length = subscriptionsLength(wanted);
  if (!traffic.fits(length)) {
    throw new McpError(BAD_PARAMS, "Too many subscriptions are open");
  }
  const subscribe = handlers["resources/subscribe"];
  const _meta = { [SUBSCRIPTION_ID]: call.id };
  return new Promise((resolve, reject) => {
    const end = (): void => {
      if (open.get(call.id) !== subscription) return;
      open.delete(call.id);
      traffic.keep(-length);
      resolve({ _meta });
      unsubscribeAll(endpoint, handlers, subscription);
    };
    // The subscription counts towards the client's quota even before it is
    // acknowledged. Until then, it receives no notifications.
    const subscription: Subscription = {
      call,
      filter: {},
      uris: new Set(),
      end,
    };
    open.set(call.id, subscription);
    traffic.keep(length);
    call.signal.addEventListener("abort", end, { once: true });
    const start = (): void => {
      subscription.uris = new Set(filter.resourceSubscriptions);
      if (open.get(call.id) !== subscription)
        return unsubscribeAll(endpoint, handlers, subscription);
      call.notify("notifications/subscriptions/acknowledged", {
        _meta,
        notifications: filter,
      });
      subscription.filter = filter;
    };
    const failed = (error: unknown): void => {
      reject(error);
      end();
    };
    if (!subscribe || !wanted) {
      try {
        return start();
      } catch (error) {
        return failed(error);
      }
    }
    const requested = wanted.map(async (uri) =>
      subscribe({ uri } as never, call as never),
    );
    Promise.allSettled(requested)
      .then((answers) => {
        filter.resourceSubscriptions = wanted.filter(
          (_, i) => answers[i]?.status === "fulfilled",
        );
        start();
      })
      .catch(failed);
  });
}

/**
 * Returns the number of characters that a subscription to the given resources
 * adds to the client's quota.
 */
function subscriptionsLength(uris: readonly string[] = []): number {
  let length = 0;
  for (const uri of uris)
    length += Math.max(MIN_SUBSCRIPTION_LENGTH, uri.length);
  return Math.max(MIN_LISTEN_LENGTH, length);
}

/**
 * Calls the handler of `resources/unsubscribe` for each resource of the
 * subscription.
 */
function unsubscribeAll(
  endpoint: Endpoint,
  handlers: Handlers,
  subscription: Subscription,
): void {
  const unsubscribe = handlers["resources/unsubscribe"];
  if (!unsubscribe) return;
  for (const uri of subscription.uris) {
    Promise.resolve({ uri })
      .then((params) =>
        unsubscribe(params as never, subscription.call as never),
      )
      .catch((error: unknown) => endpoint.report(asError(error)));
  }
}

/**
 * Returns the part of a requested filter that the server's capabilities allow.
 */
function applyCapabilities(capabilities: Capabilities, wanted: Filter): Filter {
  const filter: Filter = {};
  for (const [flag, feature] of LIST_FLAGS) {
    if (wanted[flag] && declares(capabilities, `${feature}.listChanged`)) {
      filter[flag] = true;
    }
  }
  const uris = wanted.resourceSubscriptions;
  if (uris && declares(capabilities, "resources.subscribe")) {
    filter.resourceSubscriptions = [...new Set(uris)];
  }
  return filter;
}

/** Sends a notification to every subscription whose filter includes it. */
export function notifySubscriptions(
  connection: Connection,
  method: string,
  params?: Params,
): void {
  for (const [id, { call, filter, uris }] of subscriptions.get(connection) ??
    []) {
    const wanted =
      method === "notifications/resources/updated"
        ? uris.has(String(params?.uri))
        : LIST_FLAGS.some(
            ([flag, feature]) =>
              filter[flag] &&
              method === `notifications/${feature}/list_changed`,
          );
    if (!wanted) continue;
    const _meta = { ...params?._meta, [SUBSCRIPTION_ID]: id };
    call.notify(method, { ...params, _meta });
  }
}

/**
 * Ends all subscriptions of a connection without an error. Their requests are
 * answered.
 */
export function endSubscriptions(connection: Connection): Promise<void> {
  for (const [id, { end }] of subscriptions.get(connection) ?? []) {
    connection.cancel({ requestId: id, reason: "The server is closing" });
    end();
  }
  return Promise.resolve();
}
