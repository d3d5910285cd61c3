import { mapAll } from "../../support/errors.js";
import { readNamedSchemas } from "../../source/select.js";
import {
  defineCommand,
  flag,
  listOf,
  oneOf,
  required,
  SHARED_OPTIONS,
} from "../command.js";
import { EXIT } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { usage } from "../usage-errors.js";

/** Says what changed on the wire between two schemas, and whom it breaks. */
export const diffCommand = defineCommand({
  words: ["diff"],
  describe: "What changed on the wire between two schemas, and what breaks",
  operands: {
    older: required(
      "A revision (2025-06-18, draft, latest, ...) or a schema.ts",
    ),
    newer: required("What it is compared with: a revision or a schema.ts"),
  },
  options: {
    format: oneOf(["text", "md", "json"], "How it is told [default: text]"),
    source: SHARED_OPTIONS.source,
    extension: SHARED_OPTIONS.extension,
    "exit-code": flag("Exit with 1 when there are differences"),
    json: flag("The same as --format json"),
  },
  examples: [
    ["$0 diff 2025-06-18 2025-11-25", "What a new revision breaks"],
    ["$0 diff latest ./schema.ts --exit-code", "Has a fork left the protocol?"],
    ["$0 diff latest+./old.ts latest+./new.ts", "Two versions of an extension"],
  ],
  async run(args, io) {
    const { json, format = json ? "json" : "text" } = args;
    if (json && format !== "json")
      throw usage(`--json and --format ${format} do not go together.`);
    const named = [args.older, args.newer];
    const sources = readNamedSchemas(
      named,
      args.source,
      listOf(args.extension),
    );
    const [{ parseSchema }, { diffModels }, { diffPage, MARKDOWN, PLAIN }] =
      await Promise.all([
        import("../../parse/index.js"),
        import("../../model/diff/diff.js"),
        import("../../model/diff/page.js"),
      ]);
    const parsed = mapAll(sources, (source) =>
      parseSchema(source.text, source),
    );
    const [older, newer] = parsed;
    if (!older || !newer) throw usage("diff: name two schemas.");
    for (const { warnings } of parsed)
      io.err(formatDiagnostics(warnings, io.colour));
    const changes = diffModels(older.model, newer.model);
    const [from = "", to = ""] = sources.map(({ revision, file }, index) => {
      const name = named[index] ?? "";
      // With extensions of its own it is called as it was named.
      return name.includes("+") ? name : (revision ?? file);
    });
    io.out(
      format === "json"
        ? jsonText({ from, to, changes })
        : diffPage(changes, { from, to }, format === "md" ? MARKDOWN : PLAIN),
    );
    return changes.length > 0 && args["exit-code"] ? EXIT.failed : EXIT.done;
  },
});
