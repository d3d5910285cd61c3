/**
 * Declares protocol extensions in the capabilities, and checks that the peer
 * declared the extensions that it has to declare.
 */
import { MISSING_CAPABILITY, UNKNOWN_METHOD } from "../json-rpc/constants.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { isObject, own } from "../validation/guards.js";
import type { Call } from "./connection/call.js";
import type { Capabilities } from "./capabilities.js";
import type { Extend } from "./handlers/extension.js";
import type { Handler, Handlers } from "./lifecycle.js";

/**
 * Methods of each extension, and the side that declares the extension. The key
 * is the identifier of the extension.
 */
export interface ExtensionTable {
  readonly [identifier: string]: {
    readonly methods: readonly string[];
    /**
     * Side that declares the extension.
     *
     * @default both sides
     */
    readonly declaredBy?: "client" | "server";
    /**
     * Settings by method. The side that handles the method declares the setting
     * as true, and other sides send the method only then.
     */
    readonly settings?: { readonly [method: string]: string };
  };
}

/** Settings that a side declares for an extension. */
type Settings = { readonly [name: string]: unknown };

/**
 * Returns true if the capabilities of a side declare an extension, and the
 * given setting of the extension as true.
 */
export function declaresExtension(
  { extensions }: Capabilities,
  identifier: string,
  setting?: string,
): boolean {
  const found = isObject(extensions) && own(extensions, identifier);
  if (!isObject(found)) return false;
  return setting === undefined || own(found, setting) === true;
}

/** Adds the declaration of an extension, with settings, to capabilities. */
export function declareExtension(
  capabilities: { [name: string]: unknown },
  identifier: string,
  settings?: Settings,
): void {
  const extensions = (capabilities.extensions ?? {}) as Capabilities;
  const known = own(extensions, identifier) as object | undefined;
  const declared = { ...known, ...settings };
  capabilities.extensions = { ...extensions, [identifier]: declared };
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
 * Returns a function that declares extensions on an endpoint. Each extension is
 * declared by one side (`declaredBy`) or by both sides. An endpoint declares
 * the extensions of its side whose methods it handles or sends. If the peer has
 * to declare an extension, the endpoint uses the extension's methods only with
 * peers that declared the extension.
 *
 * @param inner Function that adds another extension first, such as the tasks
 *   extension.
 */
export function negotiateExtensions(
  extensions: ExtensionTable,
  inner: Extend = (_endpoint, handlers) => handlers,
): Extend {
  return (endpoint, userHandlers, capabilities) => {
    const handlers = inner(endpoint, userHandlers, capabilities);
    const all: { [method: string]: Handler | undefined } = { ...handlers };
    const sends = endpoint.protocol.side;
    const needed = new Map<string, readonly [string, string | undefined]>();
    for (const [identifier, extension] of Object.entries(extensions)) {
      const { methods, settings = {}, declaredBy = sends } = extension;
      const peerDeclares = !extension.declaredBy || declaredBy !== sends;
      for (const method of methods) {
        const { kind, sender = "client" } = endpoint.facts(method) ?? {};
        const asks = !kind && sender === "client" && sends === "client";
        const run = handlers[method] as
          ((params: object, call: Call) => unknown) | undefined;
        const setting = settings[method];
        if (declaredBy === sends && (run ?? asks))
          declareExtension(
            capabilities,
            identifier,
            run && setting ? { [setting]: true } : {},
          );
        if (kind || !peerDeclares) continue;
        needed.set(method, [identifier, setting]);
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
        const [identifier, setting] = needed.get(method) ?? [];
        if (
          identifier === undefined ||
          connection.phase !== "open" ||
          declaresExtension(connection.peer.capabilities, identifier, setting)
        ) {
          return next(request);
        }
        const what = setting ? `${setting} of the extension` : "the extension";
        const text = `${method} needs ${what} ${identifier}, which the peer did not declare`;
        return Promise.reject(new ConnectionError("capability", text));
      },
    });
    return all as Handlers;
  };
}
