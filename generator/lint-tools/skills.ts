/** Checks the skills of a server, or of a folder. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../runtime/validation/guards.js";
import { checkEntry, type SkillEntry } from "../../runtime/skills/skill.js";
import {
  folderSource,
  loadSkills,
  toPath,
} from "../../runtime/skills/source.js";
import { newError } from "../new/diagnostics.js";
import type { Json, Listing } from "../new/manifest/listing.js";
import { codeFrame, type Diagnostic, type Place } from "../support/errors.js";
import { createDiagnostic, lintTexts, type Add } from "./lint.js";

/** Finding about one skill. */
interface SkillFinding extends Diagnostic {
  /** URI of the skill. */
  readonly skill: string;
}

/**
 * Estimated number of tokens above which a file `SKILL.md` causes a warning.
 */
const LONG = 5_000;

/**
 * Returns the estimated number of tokens of a skill's file `SKILL.md`, which a
 * host adds to a request when an agent uses the skill.
 */
export function estimateSkillTokens({ uri, resources }: Json): number {
  const files = Array.isArray(resources) ? resources.filter(isObject) : [];
  const file = files.find((file) => file["uri"] === uri);
  return Math.ceil(Number(file?.["size"] ?? 0) / 4);
}

/** Returns the findings for all skills, in the order of the skills. */
export function lintSkills(skills: readonly Json[]): SkillFinding[] {
  return skills.flatMap((entry): SkillFinding[] => {
    const found: SkillFinding[] = [];
    const skill = String(entry["uri"]);
    const add: Add = (severity, code, message) => {
      const text = `${skill}: ${message}`;
      found.push({ ...createDiagnostic(severity, code, text, null), skill });
    };
    const { frontmatter } = entry;
    const { description } = isObject(frontmatter) ? frontmatter : {};
    lintTexts({ description }, add);
    try {
      checkEntry(entry as unknown as SkillEntry, {});
    } catch (error) {
      const text =
        error instanceof TypeError
          ? "the entry does not have the form of a skill"
          : (error as Error).message;
      // A skill with `resources: "dynamic"` is allowed, but a client cannot
      // verify its files. It causes a warning instead of an error.
      if (entry["resources"] === "dynamic")
        add("warning", "MCP651", `${text}.`);
      else add("error", "MCP650", `${text}.`);
    }
    const tokens = estimateSkillTokens(entry);
    if (tokens > LONG)
      add(
        "warning",
        "MCP648",
        `SKILL.md has about ${tokens} tokens; at most ${LONG} are recommended.`,
      );
    return found;
  });
}

/**
 * Returns the skills of a folder, the paths of their files, and an error for
 * each broken skill.
 *
 * @throws UserError if the folder contains no skill, or cannot be read.
 */
export async function readSkillFolder(folder: string): Promise<{
  readonly skills: Listing["skills"];
  readonly paths: readonly string[];
  readonly broken: readonly Diagnostic[];
}> {
  const broken: Diagnostic[] = [];
  const source = await folderSource(folder);
  const files = await source.list().catch(({ message }: Error) => {
    throw newError("MCP607", message);
  });
  const report = (path: string, message: string): void => {
    const place = findPlace(join(folder, path), message);
    broken.push(createDiagnostic("error", "MCP650", `${message}.`, place));
  };
  const loaded = await loadSkills(source, files, {}, (path, { message }) =>
    report(path, message),
  );
  const skills = [...loaded.values()];
  const paths = skills.flatMap(({ resources }) =>
    resources.map(({ uri }) => toPath(uri)),
  );
  // A folder with a file such as skill.md was probably meant to be a skill.
  for (const path of files.keys())
    if (/^[^/]+\/skill\.md$/i.test(path) && !path.endsWith("SKILL.md"))
      report(path, "rename the file to SKILL.md");
  if (skills.length + broken.length === 0)
    throw newError(
      "MCP607",
      `${folder} contains no folder with a file SKILL.md.`,
    );
  // If a skill's folder is inside the folder of another skill, its files belong
  // to both skills. Return each path once.
  return { skills, paths: [...new Set(paths)], broken };
}

/**
 * Returns the position of a fault in a file of a skill. If the fault's message
 * starts with a line number or a frontmatter member, returns the position of
 * that line or member. Otherwise, returns the first line that is not UTF-8 text,
 * or the first line of the file.
 */
function findPlace(file: string, message: string): Place {
  const [, number, name] = /^Line (\d+) |^`(\w+)`/.exec(message) ?? [];
  // `file` can be a symbolic link to a file that does not exist.
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = text.split(/\r?\n/);
  const found = lines.findIndex((line) =>
    name ? line.startsWith(`${name}:`) : /[\0\uFFFD]/.test(line),
  );
  const line = Number(number ?? Math.max(found, 0) + 1);
  return { file, line, column: 1, frame: codeFrame(lines, line, 1) };
}
