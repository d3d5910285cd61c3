/**
 * Declares protocol extensions in the capabilities, and checks that the peer
 * declared them, too.
 */
import { MISSING_CAPABILITY, UNKNOWN_METHOD } from "../json-rpc/constants.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { isObject, own } from "../validation/guards.js";
import type { Call } from "./connection/call.js";
import type { Capabilities } from "./capabilities.js";
import type { Extend } from "./handlers/extension.js";
import type { Handler, Handlers } from "./lifecycle.js";

/**
 * Names of the methods of each extension, by the identifier of the extension.
 */
export interface ExtensionMethods {
  readonly [identifier: string]: readonly string[];
}

/** Returns true if the capabilities of a side declare an extension. */
export function declaresExtension(
  { extensions }: Capabilities,
  identifier: string,
): boolean {
  return isObject(extensions) && isObject(own(extensions, identifier));
}

/** Adds the declaration of an extension to capabilities. */
export function declareExtension(
  capabilities: { [name: string]: unknown },
  identifier: string,
): void {
  const { extensions } = capabilities;
  capabilities.extensions = { [identifier]: {}, ...(extensions as object) };
}

/**
 * Rejects a request if its client did not declare the extension.
 *
 * @throws McpError -32021. Revisions with a handshake do not define -32021, so
 *   -32601 is thrown instead.
 */
export function requireExtension(call: Call, identifier: string): void {
  const { endpoint, peer, method } = call;
  if (declaresExtension(peer.capabilities, identifier)) return;
  const text = `${method} needs the extension ${identifier}, which the client did not declare`;
  if (endpoint.protocol.http.sessions) throw new McpError(UNKNOWN_METHOD, text);
  const requiredCapabilities = { extensions: { [identifier]: {} } };
  throw new McpError(MISSING_CAPABILITY, text, { requiredCapabilities });
}

/**
 * Returns a function that declares extensions on an endpoint. An endpoint
 * declares an extension if it handles or sends the extension's methods. It uses
 * these methods only with peers that declare the extension, too.
 *
 * @param inner Function that adds another extension first, such as the tasks
 *   extension.
 */
export function negotiateExtensions(
  extensions: ExtensionMethods,
  inner: Extend = (_endpoint, handlers) => handlers,
): Extend {
  return (endpoint, userHandlers, capabilities) => {
    const handlers = inner(endpoint, userHandlers, capabilities);
    const all: { [method: string]: Handler | undefined } = { ...handlers };
    const sends = endpoint.protocol.side;
    const needed = new Map<string, string>();
    for (const [identifier, methods] of Object.entries(extensions)) {
      for (const method of methods) {
        const { kind, sender = "client" } = endpoint.facts(method) ?? {};
        const asks = !kind && sender === "client" && sends === "client";
        if (handlers[method] ?? asks)
          declareExtension(capabilities, identifier);
        if (kind) continue;
        needed.set(method, identifier);
        const run = handlers[method] as
          ((params: object, call: Call) => unknown) | undefined;
        if (!run || sends === "client") continue;
        all[method] = (params: object, call: Call) => {
          requireExtension(call, identifier);
          return run(params, call);
        };
      }
    }
    endpoint.intercept({
      send(request, next) {
        const { connection, method } = request;
        const identifier = needed.get(method);
        if (
          identifier === undefined ||
          connection.phase !== "open" ||
          declaresExtension(connection.peer.capabilities, identifier)
        ) {
          return next(request);
        }
        const text = `${method} needs the extension ${identifier}, which the peer did not declare`;
        return Promise.reject(new ConnectionError("capability", text));
      },
    });
    return all as Handlers;
  };
}
