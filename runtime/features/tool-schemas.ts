/**
 * Handler of `tools/call` with a member `parts`, which holds the tools.
 * Transports read the tools' input schemas to map arguments to `Mcp-Param-*`
 * headers.
 */
export interface DescribedTools {
  /** Tools of each feature, by name. `shown` is the tool as clients see it. */
  readonly parts?: readonly ReadonlyMap<
    string,
    { readonly shown: { readonly inputSchema?: unknown } }
  >[];
}
