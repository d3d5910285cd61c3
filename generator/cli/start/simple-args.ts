import { listOf } from "../command.js";

/** The options of a run that says no more than what the manifest knows. */
export interface QuickOptions {
  readonly revisions: readonly string[];
  readonly only: readonly string[];
  readonly out?: string;
  readonly importExt?: "js" | "ts";
}

/**
 * Reads a command line that generates bundled revisions and says no more than
 * what the manifest knows; null for any other, and for mistakes.
 */
export function readQuickly(argv: readonly string[]): QuickOptions | null {
  const revisions: string[] = [];
  const only: string[] = [];
  const single: { out?: string; "import-ext"?: "js" | "ts" } = {};
  const words = argv[0] === "generate" ? argv.slice(1) : [...argv];
  while (words.length > 0) {
    const option = /^--([a-z-]+)(?:=(.*))?$/s.exec(words.shift() ?? "");
    const name = option?.[1];
    const value = option?.[2] ?? words.shift();
    // yargs takes quotes off.
    if (!value || /^[-"']/.test(value)) return null;
    if (name === "rev") revisions.push(value);
    else if (name === "only") only.push(value);
    else if (name === "out" && single.out === undefined) single.out = value;
    else if (name === "import-ext" && single[name] === undefined) {
      if (value !== "js" && value !== "ts") return null;
      single[name] = value;
    } else return null;
  }
  const outputs = listOf(only);
  if (revisions.length === 0 || (only.length > 0 && outputs.length === 0))
    return null;
  const { out, "import-ext": importExt } = single;
  return {
    revisions,
    only: outputs,
    ...(out === undefined ? {} : { out }),
    ...(importExt === undefined ? {} : { importExt }),
  };
}
