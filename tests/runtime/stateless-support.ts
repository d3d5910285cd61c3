/** What both sides say of themselves where there is no handshake. */

export const VERSION = "2000-01-01";

export const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const SIGNED = {
  "io.modelcontextprotocol/serverInfo": { name: "server", version: "1" },
};

export const DISCOVERED = {
  supportedVersions: ["1999-12-31", VERSION],
  capabilities: { tools: {} },
  instructions: "Use it",
  _meta: SIGNED,
};
