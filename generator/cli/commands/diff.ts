import { mapAll } from "../../support/errors.js";
import { readNamedSchemas } from "../../source/select.js";
import {
  defineCommand,
  flag,
  oneOf,
  requiredText,
  SHARED_OPTIONS,
  splitList,
} from "../command.js";
import { EXIT } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { readFormat, usage } from "../usage-errors.js";

/**
 * Command `diff`: prints the wire changes between two schemas, and the peers
 * that each change breaks.
 */
export const diffCommand = defineCommand({
  words: ["diff"],
  describe:
    "List the wire changes between two schemas, and the peers that each change breaks",
  operands: {
    older: requiredText(
      "Older schema: a revision (2025-06-18, draft, latest) or the path of a schema.ts",
    ),
    newer: requiredText("Newer schema: a revision or the path of a schema.ts"),
  },
  options: {
    format: oneOf(["text", "md", "json"], "Output format [default: text]"),
    source: SHARED_OPTIONS.source,
    extension: SHARED_OPTIONS.extension,
    "exit-code": flag("Exit with 1 if the schemas differ"),
    json: flag("Same as --format json"),
  },
  examples: [
    ["$0 diff 2025-06-18 2025-11-25", "List what the newer revision breaks"],
    [
      "$0 diff latest ./schema.ts --exit-code",
      "Exit with 1 if a fork differs from the latest revision",
    ],
    [
      "$0 diff latest+./old.ts latest+./new.ts",
      "Compare two versions of an extension",
    ],
  ],
  async run(args, io) {
    const format = readFormat(args);
    const names = [args.older, args.newer];
    const sources = readNamedSchemas(
      names,
      args.source,
      splitList(args.extension),
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
    if (!older || !newer)
      throw usage(
        "`diff` needs two schemas to compare.",
        "Run `mcp-codegen diff 2025-06-18 latest`.",
      );
    for (const { warnings } of parsed)
      io.err(formatDiagnostics(warnings, io.colour));
    const changes = diffModels(older.model, newer.model);
    const [from = "", to = ""] = sources.map(({ revision, file }, index) => {
      const name = names[index] ?? "";
      // Print a name with extensions, such as `latest+./old.ts`, as the user
      // wrote it, because the revision does not name the extensions.
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
