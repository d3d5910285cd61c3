/** A handler of `tools/call`, for transports that mirror arguments. */
export interface Describing {
  /** The input schema of a tool. */
  readonly schemaOf?: ((tool: string) => unknown) | undefined;
}
