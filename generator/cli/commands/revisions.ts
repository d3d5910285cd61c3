import { revisionTable } from "../../source/revisions.js";
import { revisionStatuses, type RevisionStatus } from "../../source/status.js";
import { defineCommand, SHARED_OPTIONS } from "../command.js";
import { jsonText } from "../terminal/report.js";

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
      return io.out(jsonText({ latest, repository, revisions }));
    }
    const rows = statuses.map((status) => [
      status.revision,
      status.methods,
      status.commit.slice(0, 12),
      status.bytes,
      SOURCES[status.pulled],
      status.revision === latest ? "latest" : "",
    ]);
    const head = ["revision", "methods", "upstream", "bytes", "source", ""];
    io.out(table([head, ...rows]));
  },
});

const SOURCES: Readonly<Record<RevisionStatus["pulled"], string>> = {
  pulled: "bundled, pulled",
  damaged: "bundled (pulled file is damaged)",
  absent: "bundled",
};

/** Columns two spaces apart; numbers, and what stands above them, end flush. */
function table(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = Math.max(...rows.map((one) => String(one[column]).length));
      return typeof rows.at(-1)?.[column] === "number"
        ? String(cell).padStart(width)
        : String(cell).padEnd(width);
    });
    return `${cells.join("  ").trimEnd()}\n`;
  });
  return lines.join("");
}
