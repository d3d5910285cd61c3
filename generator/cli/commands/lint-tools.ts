import { statSync } from "node:fs";
import { basename } from "node:path";
import { NOTHING } from "../../new/manifest/listing.js";
import type { Manifest } from "../../new/manifest/manifest.js";
import { datedRevisions } from "../../source/revisions.js";
import { PROVIDERS } from "../../lint-tools/providers.js";
import {
  defineCommand,
  flag,
  list,
  SHARED_OPTIONS,
  splitList,
  text,
} from "../command.js";
import { EXIT } from "../terminal/io.js";
import {
  counted,
  findingText,
  formatDiagnostics,
  jsonText,
} from "../terminal/report.js";
import type { Diagnostic } from "../../support/errors.js";
import { usage } from "../usage-errors.js";
import { readServerAddress, SERVER_ADDRESS } from "./address.js";

const NAMES = Object.keys(PROVIDERS).join(", ");

/**
 * Command `lint-tools`: reports tool definitions that model providers or hosts
 * reject.
 */
export const lintToolsCommand = defineCommand({
  words: ["lint-tools"],
  describe: "Report tool definitions that model providers or hosts reject",
  operands: {
    file: text(
      "Tool definitions in JSON or YAML (a result of tools/list), or a folder of skills",
    ),
  },
  options: {
    ...SERVER_ADDRESS,
    provider: list(`Model providers to check: ${NAMES} [default: all]`),
    call: flag(
      "With --from: call read-only tools without required arguments, and check their results",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 lint-tools tools.json", "Check a file; exit with 1 if it has errors"],
    [
      '$0 lint-tools --from "node server.js" --provider openai',
      "Check the tools of a running server",
    ],
  ],
  async run(args, io) {
    const { file, provider, call, json } = args;
    const from = args.from ?? args.config;
    const wrongInput = () =>
      usage(
        "`lint-tools` needs either a file or --from, and not both.",
        'Run `mcp-codegen lint-tools tools.json` or `mcp-codegen lint-tools --from "node server.js"`.',
      );
    if (file !== undefined && from !== undefined) throw wrongInput();
    if (call && from === undefined)
      throw usage(
        "--call needs --from.",
        "Add --from with the server's command or URL, or remove --call.",
      );
    const providers = selectProviders(splitList(provider));
    const address = await readServerAddress(args, io);
    const { lintTools, estimateTokens } =
      await import("../../lint-tools/lint.js");
    const { estimateSkillTokens, lintSkills, readSkillFolder } =
      await import("../../lint-tools/skills.js");
    const { loadManifest } = await import("../../new/manifest/source.js");
    // The path of one SKILL.md is a mistake, which `readSkillFolder` reports.
    const isFolder =
      file !== undefined &&
      (basename(file) === "SKILL.md" ||
        statSync(file, { throwIfNoEntry: false })?.isDirectory());
    const own = isFolder ? await readSkillFolder(file) : undefined;
    const manifest = own
      ? { listing: { ...NOTHING, skills: own.skills }, warnings: [] }
      : await loadManifest(file, address, datedRevisions());
    if (!manifest) throw wrongInput();
    const { listing, warnings, findPlace }: Partial<Manifest> = manifest;
    const { tools, skills: listed, leftOut } = listing;
    const findings: Diagnostic[] = [
      ...lintTools(tools, providers, findPlace),
      ...(own?.broken ?? []),
      ...lintSkills(listed),
    ];
    const skills = listed.map((skill) => ({
      uri: skill.uri,
      tokens: estimateSkillTokens(skill),
    }));
    if (call && address) {
      const { lintResults } = await import("../../lint-tools/results.js");
      findings.push(...(await lintResults(address, datedRevisions(), tools)));
    }
    const errors = findings.filter(({ severity }) => severity === "error");
    // Invalid tools, which were omitted when the listing was read, also count
    // as errors, because no host can use them.
    const ok = errors.length === 0 && leftOut.length === 0;
    const costs = tools.map((tool) => ({
      name: tool.name,
      tokens: estimateTokens(tool),
    }));
    const tokens = costs.reduce((sum, cost) => sum + cost.tokens, 0);
    io.err(formatDiagnostics(warnings, io.colour));
    const summary = [
      `${counted(tools.length, "tool")}, about ${tokens} tokens`,
      ...(skills.length > 0 ? [counted(skills.length, "skill")] : []),
      counted(errors.length, "error"),
      counted(findings.length - errors.length, "warning"),
    ].join(", ");
    io.out(
      json
        ? jsonText({ ok, tools: costs, tokens, skills, findings })
        : `${formatFindings(findings, io.outColour)}${file ?? address?.from}: ${summary}.\n`,
    );
    return ok ? EXIT.done : EXIT.failed;
  },
});

/**
 * Formats findings. The cause and the fix appear only with the first finding of
 * each code.
 */
function formatFindings(
  findings: readonly Diagnostic[],
  colour: boolean,
): string {
  const explained = new Set<string>();
  return findings
    .map(({ cause, fix, ...found }) => {
      const notes = explained.has(found.code) ? {} : { cause, fix };
      explained.add(found.code);
      return `${findingText({ ...found, notes }, colour)}\n`;
    })
    .join("");
}

function selectProviders(names: readonly string[]) {
  const unknown = names.find((name) => !Object.hasOwn(PROVIDERS, name));
  if (unknown !== undefined)
    throw usage(
      `--provider has the unknown value "${unknown}". Known providers are ${NAMES}.`,
      "Pass one of the known providers, or remove --provider to check for all of them.",
    );
  return Object.fromEntries(
    Object.entries(PROVIDERS).filter(
      ([name]) => names.length === 0 || names.includes(name),
    ),
  );
}
