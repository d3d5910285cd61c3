import type { TextSource } from "../source/read.js";
import { readSources } from "../source/select.js";
import { bundledSince } from "../source/since.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { EXIT } from "./io.js";
import { formatDiagnostics } from "./report.js";
import { usage } from "./usage.js";

interface ModelArgs {
  rev: string[] | undefined;
  schema: string | undefined;
  source: TextSource | undefined;
  "protocol-version": string | undefined;
  json: boolean;
}

/** Prints the protocol model, for generators in other languages. */
export const modelCommand: Command<ModelArgs> = {
  name: "model",
  describe: "Print the protocol model as JSON",
  build: (yargs) =>
    yargs
      .option("rev", {
        type: "string",
        array: true,
        nargs: 1,
        describe: "One revision: 2025-06-18, draft, latest, ...",
      })
      .option("schema", {
        type: "string",
        requiresArg: true,
        describe: "A schema.ts of your own in place of a revision",
      })
      .option("source", SHARED_OPTIONS.source)
      .option("protocol-version", {
        type: "string",
        requiresArg: true,
        describe: "Version string for a schema that names none",
      })
      .option("json", {
        ...SHARED_OPTIONS.json,
        describe: "Print errors as JSON too",
      })
      .example("$0 model --rev draft", "The model of upstream's draft"),
  async run(args, io) {
    const { rev, schema, "protocol-version": protocolVersion } = args;
    const sources = readSources({
      revisions: rev ?? [],
      schema,
      source: args.source,
    });
    const [source] = sources;
    if (!source || sources.length > 1)
      throw usage(`A model is of one revision; --rev names ${sources.length}.`);
    const { parseSchema } = await import("../parse/index.js");
    const { model, warnings } = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
    });
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(`${JSON.stringify(model, null, 2)}\n`);
    return EXIT.done;
  },
};
