import { cacheFolder } from "../../source/pull/cache-folder.js";
import { pulledState, type PulledState } from "../../source/pull/cache.js";
import { readBundledSchema } from "../../source/read.js";
import { countMethods, revisionTable } from "../../source/revisions.js";
import { defineCommand, SHARED_OPTIONS } from "../command.js";
import { jsonText } from "../terminal/report.js";

/**
 * Command `revisions`: lists the known revisions with their methods, upstream
 * commit, size and source.
 */
export const revisionsCommand = defineCommand({
  words: ["revisions"],
  describe: "List the known revisions",
  operands: {},
  options: { json: SHARED_OPTIONS.json },
  examples: [
    [
      "$0 revisions --json",
      "List the revisions with their commits and fingerprints",
    ],
  ],
  async run(args, io) {
    const { latest, repository, revisions: pins } = revisionTable();
    const cache = cacheFolder();
    const statuses = Object.entries(pins).map(([revision, pin]) => {
      const { text } = readBundledSchema(revision);
      const status = {
        ...pin,
        bundledBytes: Buffer.byteLength(text),
        pulled: pulledState(revision, pin, cache),
        methods: countMethods(text),
      };
      return [revision, status] as const;
    });
    const revisions = Object.fromEntries(statuses);
    if (args.json) return io.out(jsonText({ latest, repository, revisions }));
    const rows = statuses.map(([revision, status]) => [
      revision,
      status.methods,
      status.commit.slice(0, 12),
      status.bytes,
      SOURCES[status.pulled],
      revision === latest ? "latest" : "",
    ]);
    const head = ["revision", "methods", "upstream", "bytes", "source", ""];
    io.out(formatTable([head, ...rows]));
  },
});

const SOURCES: Readonly<Record<PulledState, string>> = {
  pulled: "bundled, pulled",
  damaged: "bundled (pulled file is damaged)",
  absent: "bundled",
};

/** Formats rows as columns; numeric columns are aligned right. */
function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = Math.max(
        ...rows.map((other) => String(other[column]).length),
      );
      return typeof rows.at(-1)?.[column] === "number"
        ? String(cell).padStart(width)
        : String(cell).padEnd(width);
    });
    return `${cells.join("  ").trimEnd()}\n`;
  });
  return lines.join("");
}
