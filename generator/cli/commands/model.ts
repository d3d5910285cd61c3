import { readSources } from "../../source/select.js";
import { bundledSince } from "../../source/revisions.js";
import {
  defineCommand,
  flag,
  list,
  SHARED_OPTIONS,
  splitList,
} from "../command.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { singleRevision } from "../usage-errors.js";

/**
 * Command `model`: prints the protocol model as JSON, for generators in other
 * languages.
 */
export const modelCommand = defineCommand({
  words: ["model"],
  describe: "Print the protocol model as JSON",
  operands: {},
  options: {
    rev: list("Revision: 2025-06-18, draft, latest"),
    schema: SHARED_OPTIONS.schema,
    source: SHARED_OPTIONS.source,
    extension: SHARED_OPTIONS.extension,
    resolved: flag("Resolve base types, Omit and intersections"),
    "protocol-version": SHARED_OPTIONS["protocol-version"],
    json: flag("Print errors as JSON too"),
  },
  examples: [
    ["$0 model --rev draft", "Print the model of the draft"],
    ["$0 model --resolved", "Print each type with all its members"],
  ],
  async run(args, io) {
    const { rev, schema, resolved, "protocol-version": protocolVersion } = args;
    const choice = {
      revisions: rev,
      schema,
      source: args.source,
      extensions: splitList(args.extension),
    };
    const source = singleRevision("`model`", readSources(choice));
    const { parseSchema } = await import("../../parse/index.js");
    const { printModel } = await import("../../model/printed/print.js");
    const { model, warnings } = parseSchema(source.text, {
      ...source,
      since: bundledSince(),
      protocolVersion,
    });
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(jsonText(printModel(model, { resolved })));
  },
});
