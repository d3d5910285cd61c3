import module from "node:module";

/**
 * Has Node keep what it compiles of the modules that are loaded from here on,
 * where it can (22.8 and later): most of a run's time goes into compiling
 * TypeScript's parser. Node keeps it in the system's temporary folder, and
 * does not with `NODE_DISABLE_COMPILE_CACHE=1`.
 */
export function keepCompiled(): void {
  const { enableCompileCache } = module as {
    enableCompileCache?: () => unknown;
  };
  enableCompileCache?.();
}
