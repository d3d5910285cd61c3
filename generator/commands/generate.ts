import type { GenerateOptions } from "../generate.js";
import { OUTPUTS } from "../emit/context.js";
import { listOf, SHARED_OPTIONS, type Command } from "./command.js";
import { startProgress, type ExitCode, type Io } from "./io.js";
import { usage } from "./usage.js";

interface GenerateArgs {
  rev: string[] | undefined;
  schema: string | undefined;
  source: "bundled" | "pulled";
  out: string | undefined;
  only: string[] | undefined;
  "import-ext": "js" | "ts";
  "protocol-version": string | undefined;
  templates: string | undefined;
  check: boolean;
  "dry-run": boolean;
  force: boolean;
  json: boolean;
}

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
      .option("source", {
        choices: ["bundled", "pulled"] as const,
        requiresArg: true,
        default: "bundled" as const,
        describe: "Text of a revision: ours, or upstream's (see: schema pull)",
      })
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
        default: "js" as const,
        describe: "How relative imports end",
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
  // Loaded here so that --help does not wait for the parser.
  const [{ generate }, { reportGeneration, upToDateText }] = await Promise.all([
    import("../generate.js"),
    import("./generate-report.js"),
  ]);
  const progress = startProgress(io);
  try {
    const options: GenerateOptions = {
      revisions: args.rev ?? [],
      schema: args.schema,
      source: args.source,
      out: args.out,
      only: listOf(args.only),
      protocolVersion: args["protocol-version"],
      templates: args.templates,
      importExt: args["import-ext"],
      mode: args.check ? "check" : args["dry-run"] ? "dry-run" : "write",
      force: args.force,
      signal: io.signal,
      onProgress: (text) => progress.say(text),
    };
    const outcome = await generate(options);
    progress.end();
    const code = reportGeneration(outcome, args.json, io);
    if (io.argv && !args.json) {
      const { rememberRun } = await import("../start/remember.js");
      rememberRun(io.argv, options, outcome, upToDateText(outcome.plan));
    }
    return code;
  } finally {
    progress.end();
  }
}
