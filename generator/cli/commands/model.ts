import { readSources } from "../../source/select.js";
import { bundledSince } from "../../source/revisions.js";
import {
  defineCommand,
  flag,
  list,
  listOf,
  SHARED_OPTIONS,
} from "../command.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { onlyOne } from "../usage-errors.js";

/** Prints the protocol model, for generators in other languages. */
export const modelCommand = defineCommand({
  words: ["model"],
  describe: "Print the protocol model as JSON",
  operands: {},
  options: {
    rev: list("One revision: 2025-06-18, draft, latest, ..."),
    schema: SHARED_OPTIONS.schema,
    source: SHARED_OPTIONS.source,
    extension: SHARED_OPTIONS.extension,
    "protocol-version": SHARED_OPTIONS["protocol-version"],
    json: flag("Print errors as JSON too"),
  },
  examples: [["$0 model --rev draft", "The model of upstream's draft"]],
  async run(args, io) {
    const { rev, schema, "protocol-version": protocolVersion } = args;
    const choice = {
      revisions: rev,
      schema,
      source: args.source,
      extensions: listOf(args.extension),
    };
    const source = onlyOne("A model is of", readSources(choice));
    const { parseSchema } = await import("../../parse/index.js");
    const { model, warnings } = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
      protocolVersion,
    });
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(jsonText(model));
  },
});
