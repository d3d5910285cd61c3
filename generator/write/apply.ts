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

/** The folder in which a run stages files is named by its pid. */
const STAGE = ".mcp-codegen-";
const STAGE_NAME = /^\.mcp-codegen-(\d+)$/;

/**
 * Carries a plan out: everything is written beside the old files first, then
 * put in place by renames alone, and put back when one of them fails. An
 * interruption or a full disk leaves the old output as it was.
 *
 * @throws UserError for a failure of the disk; the signal's reason when it is
 *   aborted before the files are put in place.
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
    // Not the files in them: another run may have finished there meanwhile.
    for (const { path } of plan.created)
      removeEmptyFolders(parent, relative(parent, join(folder, dirname(path))));
    removeEmptyFolders(parent, relative(parent, folder));
    throw diskError(error, plan.target.shown);
  }
  removeFolder(stage);
  for (const path of plan.removed) removeEmptyFolders(folder, dirname(path));
}

/**
 * A run that was killed could not remove its own; what is in it is known. One
 * under our pid is left too: pids come again, in a container at each start.
 */
function removeLeftStages(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const [, id] = STAGE_NAME.exec(name) ?? [];
    const pid = Number(id);
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
    // A full disk shows here, before anything is replaced. It is not flushed:
    // what a power cut takes is generated again.
    writeFileSync(path, file.text, file.encoding);
    await yieldToEventLoop(signal);
  }
  await yieldToEventLoop(signal, 0);
}

/** No `await` in here: a signal waits until the last file stands. */
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
    for (const path of [...changed, ...plan.removed])
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
 * Removes `below`, which is relative to `folder`, and the folders between them,
 * from the innermost on; stops at one that can not go.
 */
function removeEmptyFolders(folder: string, below: string): void {
  for (let path = below; path !== "" && path !== "."; path = dirname(path))
    try {
      rmdirSync(join(folder, path));
    } catch (error) {
      // It has files, or is a link: it stays, and all that hold it.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    }
}
