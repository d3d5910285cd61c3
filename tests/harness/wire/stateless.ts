/**
 * Data with which stateless clients and servers describe themselves: `_meta`
 * members and results of `server/discover`.
 */
import { createMeta } from "../peers/meta.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import { connect, STATELESS_CLIENT } from "./wire.js";
import type { Opened } from "./wire.js";

export const VERSION = "2000-01-01";

export const META = createMeta(VERSION);

export const SIGNED = {
  "io.modelcontextprotocol/serverInfo": { name: "server", version: "1" },
};

export const DISCOVERED = {
  supportedVersions: ["1999-12-31", VERSION],
  capabilities: { tools: {} },
  instructions: "Use it",
  _meta: SIGNED,
};

/**
 * Opens a stateless client and answers its `server/discover` request with the
 * given result.
 */
export async function discovered(
  handlers: Handlers = {},
  result: object = DISCOVERED,
): Promise<Opened> {
  const opened = connect(STATELESS_CLIENT, handlers);
  const open = opened.connection.open();
  const { id } = await opened.wire.next();
  opened.wire.give({ id, result });
  await open;
  return opened;
}
