/**
 * Handler of `tools/call` whose input schemas transports read to map arguments
 * to `Mcp-Param-*` headers.
 */
export interface DescribedTools {
  /** Tools by name, as they are listed to clients. */
  readonly parts?: readonly ReadonlyMap<
    string,
    { readonly shown: { readonly inputSchema?: unknown } }
  >[];
}
