import { OUTPUTS } from "../emit/context.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { runOnce } from "./generate-once.js";
import { chooseOptions, type GenerateArgs } from "./generate-options.js";
import type { ExitCode, Io } from "./io.js";
import { usage } from "./usage.js";

/** The default command: bindings for one revision, several, or a file. */
export const generateCommand: Command<GenerateArgs> = {
  name: ["$0", "generate"],
  describe: "Generate bindings",
  build: (yargs) =>
    yargs
      .option("rev", {
        type: "string",
        array: true,
        nargs: 1,
        describe:
          "Revision: 2025-06-18, draft, latest, all, ...; may be repeated",
      })
      .option("schema", {
        type: "string",
        requiresArg: true,
        describe: "A schema.ts of your own in place of a revision",
      })
      .option("source", SHARED_OPTIONS.source)
      .option("out", {
        type: "string",
        requiresArg: true,
        describe: "Output folder [default: out/<revision>, or out for several]",
      })
      .option("only", {
        type: "string",
        array: true,
        nargs: 1,
        describe: `Some outputs, with what they import: ${OUTPUTS.join(", ")}`,
      })
      .option("import-ext", {
        choices: ["js", "ts"] as const,
        requiresArg: true,
        describe: "How relative imports end [default: js]",
      })
      .option("protocol-version", {
        type: "string",
        requiresArg: true,
        describe: "Version string for a schema that names none",
      })
      .option("templates", {
        type: "string",
        requiresArg: true,
        describe: "Folder of templates that replace ours, or add files",
      })
      .option("config", {
        type: "string",
        requiresArg: true,
        describe:
          "Configuration file [default: mcp-codegen.config.{ts,mts,js,mjs,json}]",
      })
      .option("check", {
        type: "boolean",
        default: false,
        describe: "Write nothing; show what is missing, unexpected or changed",
      })
      .option("dry-run", {
        type: "boolean",
        default: false,
        describe: "Write nothing; list what would be written",
      })
      .option("watch", {
        type: "boolean",
        default: false,
        describe:
          "Generate again when schema, templates or configuration change",
      })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Overwrite files that were edited by hand",
      })
      .option("json", SHARED_OPTIONS.json)
      .example("$0 --rev 2025-06-18", "Bindings into out/2025-06-18")
      .example("$0 --rev draft --out src/mcp", "Upstream's draft into src/mcp")
      .example("$0 --rev all --check", "Is every file in out/ current?")
      .example("$0 --schema ./schema.ts --only types", "Types of a fork"),
  run,
};

async function run(args: GenerateArgs, io: Io): Promise<ExitCode> {
  if (args.check && args["dry-run"])
    throw usage("--check and --dry-run do not go together.");
  if (args.watch) {
    const { watchGenerate } = await import("./generate-watch.js");
    return watchGenerate(args, io);
  }
  return runOnce(await chooseOptions(args), args, io);
}
