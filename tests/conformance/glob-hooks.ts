/**
 * Module hooks that provide an `fs` with `globSync`, which Node.js has only
 * from version 22 on. The conformance suite imports `globSync` but does not
 * call it in these tests.
 */
import type { LoadHook, ResolveHook } from "node:module";

const STAND_IN = "conformance-suite:fs";

export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === "fs" && context.parentURL?.includes("/conformance/dist/")
    ? { url: STAND_IN, shortCircuit: true }
    : next(specifier, context);

export const load: LoadHook = (url, context, next) =>
  url === STAND_IN
    ? { format: "module", shortCircuit: true, source: SOURCE }
    : next(url, context);

const SOURCE = `
export * from "node:fs";
export { default } from "node:fs";
export function globSync() {
  throw new Error("This Node has no fs.globSync");
}
`;
