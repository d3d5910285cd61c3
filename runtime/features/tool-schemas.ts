/** A handler of `tools/call`, for transports that mirror arguments. */
export interface Describing {
  /** The tools by name, as clients are shown them. */
  readonly parts?: readonly ReadonlyMap<
    string,
    { readonly shown: { readonly inputSchema?: unknown } }
  >[];
}
