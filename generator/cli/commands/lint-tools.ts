import { datedRevisions } from "../../source/revisions.js";
import { PROVIDERS } from "../../lint-tools/providers.js";
import {
  defineCommand,
  flag,
  list,
  listOf,
  SHARED_OPTIONS,
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
import { addressOf, SERVER_ADDRESS } from "./address.js";

const NAMES = Object.keys(PROVIDERS).join(", ");

/** Says what in a server's tools breaks providers of models, and hosts. */
export const lintToolsCommand = defineCommand({
  words: ["lint-tools"],
  describe: "What in tool definitions breaks providers of models, and hosts",
  operands: {
    file: text("Tool definitions: JSON or YAML, as tools/list has them"),
  },
  options: {
    ...SERVER_ADDRESS,
    provider: list(`Providers that have to take them: ${NAMES} [default: all]`),
    call: flag(
      "With --from: call tools that only read and need no arguments, and look at what they answer",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 lint-tools tools.json", "Exits with 1 for an error"],
    [
      '$0 lint-tools --from "node server.js" --provider openai',
      "Of a server that runs",
    ],
  ],
  async run(args, io) {
    const { file, from, provider, call, json } = args;
    const either = "lint-tools: name either a file or a server with --from.";
    if (file !== undefined && from !== undefined) throw usage(either);
    if (call && from === undefined) throw usage("--call goes with --from.");
    const providers = chosen(listOf(provider));
    const address = addressOf(args, io);
    const { lintTools, tokensOf } = await import("../../lint-tools/lint.js");
    const { manifestOf } = await import("../../new/manifest/source.js");
    const manifest = await manifestOf(file, address, datedRevisions());
    if (!manifest) throw usage(either);
    const { tools, leftOut } = manifest.listing;
    const findings = lintTools(tools, providers, manifest.placeOf);
    if (call && address) {
      const { lintResults } = await import("../../lint-tools/results.js");
      findings.push(...(await lintResults(address, datedRevisions(), tools)));
    }
    const errors = findings.filter(({ severity }) => severity === "error");
    // What was left out could not be used at all.
    const ok = errors.length === 0 && leftOut.length === 0;
    const costs = tools.map((tool) => ({
      name: tool.name,
      tokens: tokensOf(tool),
    }));
    const tokens = costs.reduce((sum, one) => sum + one.tokens, 0);
    io.err(formatDiagnostics(manifest.warnings, io.colour));
    const summary = [
      `${counted(tools.length, "tool")}, about ${tokens} tokens`,
      counted(errors.length, "error"),
      counted(findings.length - errors.length, "warning"),
    ].join(", ");
    io.out(
      json
        ? jsonText({ ok, tools: costs, tokens, findings })
        : `${textOf(findings, io.outColour)}${file ?? from}: ${summary}.\n`,
    );
    return ok ? EXIT.done : EXIT.failed;
  },
});

/** Findings one by one; what is behind those of a code is said at the first. */
function textOf(findings: readonly Diagnostic[], colour: boolean): string {
  const said = new Set<string>();
  return findings
    .map(({ cause, fix, ...found }) => {
      const notes = said.has(found.code) ? {} : { cause, fix };
      said.add(found.code);
      return `${findingText({ ...found, notes }, colour)}\n`;
    })
    .join("");
}

function chosen(names: readonly string[]) {
  const unknown = names.find((name) => !Object.hasOwn(PROVIDERS, name));
  if (unknown !== undefined)
    throw usage(`--provider ${unknown}: there are ${NAMES}.`);
  return Object.fromEntries(
    Object.entries(PROVIDERS).filter(
      ([name]) => names.length === 0 || names.includes(name),
    ),
  );
}
