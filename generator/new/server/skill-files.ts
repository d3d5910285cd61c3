/** Reads the skills that the option `--skills` adds to a server project. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../../support/errors.js";
import type { NewFile } from "../../write/plan.js";
import { newError } from "../diagnostics.js";

/** Folder of a project that contains the skills that its server publishes. */
export const SKILLS_FOLDER = "skills";

/**
 * Checks the skills in a folder. Returns the skill files to copy to the
 * project. Returns no files if the folder is already the skills folder of the
 * project.
 *
 * @throws UserError with every broken skill, or if there is no skill.
 */
export async function readSkillFiles(
  from: string,
  project: string,
): Promise<NewFile[]> {
  const own = join(project, SKILLS_FOLDER);
  const isOwn = resolve(own) === resolve(from);
  if (!isOwn && existsSync(own))
    throw newError("MCP607", `${project} already has skills in ${own}.`, {
      fix: `Copy the folders of the skills to ${own} yourself.`,
    });
  const { readSkillFolder } = await import("../../lint-tools/skills.js");
  const { paths, broken } = await readSkillFolder(from);
  if (broken.length > 0) throw new UserError(broken);
  if (isOwn) return [];
  return paths.map((path) => ({
    path: `${SKILLS_FOLDER}/${path}`,
    text: readFileSync(join(from, path), "latin1"),
    encoding: "latin1",
  }));
}
