import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { yieldToEventLoop } from "../support/yield-to-event-loop.js";
import { DISK, type Disk } from "./disk.js";
import type { Plan } from "./plan.js";
import { diskError } from "./target.js";

/** Start of the name of a folder in which a run stages files; its pid follows. */
const STAGE = ".mcp-codegen-";

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
  {
    disk = DISK,
    signal,
  }: {
    readonly disk?: Disk | undefined;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<void> {
  const { folder } = plan.target;
  const stage = join(folder, `${STAGE}${process.pid}`);
  const parent = lastExisting(folder);
  try {
    removeLeftStages(folder, disk);
    await stageFiles(plan, stage, disk, signal);
    putInPlace(plan, stage, disk);
  } catch (error) {
    disk.removeFolder(stage);
    // Not the files in them: another run may have finished there meanwhile.
    disk.removeEmptyFolders(parent, relative(parent, folder));
    throw diskError(error, plan.target.shown);
  }
  disk.removeFolder(stage);
  for (const path of plan.removed)
    disk.removeEmptyFolders(folder, dirname(path));
}

/**
 * A run that was killed could not remove its own; what is in it is known. One
 * under our pid is left too: pids come again, in a container at each start.
 */
function removeLeftStages(folder: string, disk: Disk): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(STAGE)) continue;
    const pid = Number(name.slice(STAGE.length));
    if (pid === process.pid || (isPid(pid) && !isAlive(pid)))
      disk.removeFolder(join(folder, name));
  }
}

function isPid(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0;
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
  disk: Disk,
  signal: AbortSignal | undefined,
): Promise<void> {
  disk.makeFolder(stage);
  const made = new Set<string>();
  for (const file of [...plan.created, ...plan.changed]) {
    const path = join(stage, "new", file.path);
    const parent = dirname(path);
    if (!made.has(parent)) disk.makeFolder(parent);
    made.add(parent);
    disk.writeFile(path, file.text, file.encoding);
    await yieldToEventLoop(signal);
  }
  await yieldToEventLoop(signal, 0);
}

/**
 * What is new goes a folder at a time, where there is none of its name yet.
 * No `await` in here: a signal waits until the last file stands.
 */
function putInPlace(plan: Plan, stage: string, disk: Disk): void {
  const { folder } = plan.target;
  const undo: (() => void)[] = [];
  const move = (from: string, to: string): void => {
    disk.makeFolder(dirname(to));
    disk.rename(from, to);
    undo.push(() => disk.rename(to, from));
  };
  try {
    for (const { path } of plan.changed)
      move(join(folder, path), join(stage, "old", path));
    for (const path of plan.removed)
      move(join(folder, path), join(stage, "old", path));
    for (const path of arrivals(plan))
      move(join(stage, "new", path), join(folder, path));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

/** What is put in place: files, and folders of new ones that are not there yet. */
function arrivals({ target, created, changed }: Plan): ReadonlySet<string> {
  const arriving = new Set<string>();
  for (const { path } of created) {
    let end = path.indexOf("/");
    const isThere = (): boolean =>
      !arriving.has(path.slice(0, end)) &&
      existsSync(join(target.folder, path.slice(0, end)));
    while (end >= 0 && isThere()) end = path.indexOf("/", end + 1);
    arriving.add(end < 0 ? path : path.slice(0, end));
  }
  for (const { path } of changed) arriving.add(path);
  return arriving;
}

/** The folder, or the nearest one above it that is there. */
function lastExisting(folder: string): string {
  let path = folder;
  while (!existsSync(path)) path = dirname(path);
  return path;
}
