import {
  existsSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { makeFolder } from "../support/file-system.js";
import { yieldToEventLoop } from "../support/yield-to-event-loop.js";
import type { Plan } from "./plan.js";
import { diskError, lastExisting } from "./target.js";

/** Prefix of the staging folder's name, followed by the process id. */
const STAGE = ".mcp-codegen-";

/**
 * Creates, changes and deletes the files of a plan. First writes all files to a
 * staging folder. Only then moves them to the places of the old files, by
 * renames. If a rename fails, the old files are restored. An interruption or a
 * full disk therefore leaves the old output unchanged.
 *
 * @throws UserError for a failure of the disk, or the abort reason of `signal`
 *   if it is aborted before the files are renamed.
 */
export async function applyPlan(
  plan: Plan,
  signal?: AbortSignal,
): Promise<void> {
  const { folder } = plan.target;
  const stage = join(folder, `${STAGE}${process.pid}`);
  const parent = lastExisting(folder);
  try {
    removeLeftStages(folder);
    await stageFiles(plan, stage, signal);
    putInPlace(plan, stage);
  } catch (error) {
    removeFolder(stage);
    // Remove only empty folders, because another run may have written files to
    // the new folders in the meantime.
    for (const { path } of plan.created)
      removeEmptyFolders(parent, relative(parent, join(folder, dirname(path))));
    removeEmptyFolders(parent, relative(parent, folder));
    throw diskError(error, plan.target.shown);
  }
  removeFolder(stage);
  for (const path of [...plan.removed, ...plan.pruned])
    removeEmptyFolders(folder, dirname(path));
}

/**
 * Removes staging folders of runs that were killed. Also removes a folder with
 * the process id of this run, because process ids repeat, for example at each
 * start of a container.
 */
function removeLeftStages(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(STAGE) ? Number(name.slice(STAGE.length)) : 0;
    if (pid === process.pid || (pid > 0 && !isAlive(pid)))
      removeFolder(join(folder, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function stageFiles(
  plan: Plan,
  stage: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  makeFolder(stage);
  const made = new Set<string>();
  for (const file of [...plan.created, ...plan.changed]) {
    const path = join(stage, "new", file.path);
    const parent = dirname(path);
    if (!made.has(parent)) makeFolder(parent);
    made.add(parent);
    // On a full disk, writing fails here, before any file is replaced. The file
    // is not flushed to the disk: output that a power failure destroys can be
    // generated again.
    writeFileSync(path, file.text, file.encoding);
    await yieldToEventLoop(signal);
  }
  await yieldToEventLoop(signal, 0);
}

/**
 * Moves the old files of a plan to the staging folder, and the new files to
 * their final places. Does not use `await`, because an abort signal must not
 * interrupt the function between two files.
 */
function putInPlace(plan: Plan, stage: string): void {
  const { folder } = plan.target;
  const undo: (() => void)[] = [];
  const move = (from: string, to: string): void => {
    makeFolder(dirname(to));
    renameSync(from, to);
    undo.push(() => renameSync(to, from));
  };
  try {
    const changed = plan.changed.map(({ path }) => path);
    const created = plan.created.map(({ path }) => path);
    for (const path of [...changed, ...plan.removed, ...plan.pruned])
      move(join(folder, path), join(stage, "old", path));
    for (const path of [...changed, ...created])
      move(join(stage, "new", path), join(folder, path));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/**
 * Removes the folder `below`, whose path is relative to `folder`. Then removes
 * the parent folders of `below` inside `folder`, and stops at a folder that
 * cannot be removed.
 */
function removeEmptyFolders(folder: string, below: string): void {
  for (let path = below; path !== "" && path !== "."; path = dirname(path))
    try {
      rmdirSync(join(folder, path));
    } catch (error) {
      // If the folder contains files or is a link, it is kept together with its
      // parent folders.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    }
}
