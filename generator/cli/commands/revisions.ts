import { revisionTable } from "../../source/revisions.js";
import { revisionStatuses, type RevisionStatus } from "../../source/status.js";
import { defineCommand, SHARED_OPTIONS } from "../command.js";
import { EXIT } from "../terminal/io.js";

/** Lists what is known of each revision, and where its text comes from. */
export const revisionsCommand = defineCommand({
  words: ["revisions"],
  describe: "List the revisions that are known",
  operands: {},
  options: { json: SHARED_OPTIONS.json },
  examples: [["$0 revisions --json", "With commits and fingerprints"]],
  async run(args, io) {
    const { latest, repository } = revisionTable();
    const statuses = revisionStatuses();
    if (args.json) {
      const revisions = Object.fromEntries(
        statuses.map(({ revision, ...status }) => [revision, status]),
      );
      io.out(`${JSON.stringify({ latest, repository, revisions }, null, 2)}\n`);
      return EXIT.done;
    }
    const rows = statuses.map((status) => [
      status.revision,
      String(status.methods),
      status.commit.slice(0, 12),
      String(status.bytes),
      sourceOf(status),
      status.revision === latest ? "latest" : "",
    ]);
    const head = ["revision", "methods", "upstream", "bytes", "source", ""];
    io.out(table([head, ...rows], new Set([1, 3])));
    return EXIT.done;
  },
});

function sourceOf({ pulled }: RevisionStatus): string {
  switch (pulled) {
    case "pulled":
      return "bundled, pulled";
    case "damaged":
      return "bundled (pulled file is damaged)";
    case "absent":
      return "bundled";
  }
}

/** Columns two spaces apart; those in `right` end flush. */
function table(
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          right.has(column)
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd()
        .concat("\n"),
    )
    .join("");
}
