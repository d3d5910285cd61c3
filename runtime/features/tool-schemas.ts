/**
 * Handler of `tools/call` that exposes its tools. Transports read the input
 * schemas to map arguments to `Mcp-Param-*` headers.
 */
export interface DescribedTools {
  /**
   * Tools of each feature, by name. `shown` is the tool as it is listed to
   * clients.
   */
  readonly parts?: readonly ReadonlyMap<
    string,
    { readonly shown: { readonly inputSchema?: unknown } }
  >[];
}
