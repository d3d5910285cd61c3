/** The input schema of a tool, for transports that mirror arguments. */
export type ToolSchemas = (tool: string) => unknown;

const lookups = new WeakMap<object, ToolSchemas>();

/** Marks a handler of `tools/call` with what knows its tools. */
export function describing<H extends object>(
  handler: H,
  schemas: ToolSchemas,
): H {
  lookups.set(handler, schemas);
  return handler;
}

/** What knows the tools of a handler of `tools/call`, if it was marked. */
export function toolSchemasOf(
  handler: object | undefined,
): ToolSchemas | undefined {
  return handler && lookups.get(handler);
}
