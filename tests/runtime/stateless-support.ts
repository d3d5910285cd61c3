/** What both sides say of themselves where there is no handshake. */
import { metaOf } from "../support/meta.js";

export const VERSION = "2000-01-01";

export const META = metaOf(VERSION);

export const SIGNED = {
  "io.modelcontextprotocol/serverInfo": { name: "server", version: "1" },
};

export const DISCOVERED = {
  supportedVersions: ["1999-12-31", VERSION],
  capabilities: { tools: {} },
  instructions: "Use it",
  _meta: SIGNED,
};
