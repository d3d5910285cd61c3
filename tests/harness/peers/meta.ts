/** Returns the member `_meta` of a request in a stateless revision. */
export const createMeta = (version: string, capabilities: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});
