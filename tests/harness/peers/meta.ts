/** Returns the `_meta` of a stateless request. */
export const createMeta = (version: string, capabilities: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});
