/** `_meta` of a request that needs no handshake. */
export const metaOf = (version: string, capabilities: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});
