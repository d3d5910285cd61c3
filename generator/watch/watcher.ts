/**
 * Files and folders that are watched through the folders they lie in, so that
 * one which is replaced by a rename, as editors do it, stays watched.
 */
import { existsSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Watches paths, of which some may not be there yet. */
export class Watcher {
  #watchers: FSWatcher[] = [];
  readonly #onChange: () => void;

  /** @param onChange called for each event, of which one change has several */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these from now on, and no others; they need not exist. */
  set(paths: readonly string[]): void {
    this.close();
    const names = new Map<string, Set<string> | null>();
    for (const path of paths.map((one) => resolve(one))) {
      const [folder, name] = nearestFolder(path);
      const known = names.get(folder);
      if (known !== null) names.set(folder, (known ?? new Set()).add(name));
      // Inside a folder anything counts.
      if (existsSync(path)) names.set(path, null);
    }
    for (const [path, wanted] of names)
      try {
        const watcher = watch(path, (_, name) => {
          if (wanted === null || name === null || wanted.has(name))
            this.#onChange();
        });
        // A folder that goes away: whoever listens looks for it again.
        watcher.on("error", () => this.#onChange());
        this.#watchers.push(watcher);
      } catch {
        // It went away just now; what is above it tells when it is back.
      }
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }
}

/** The folder that exists above a path, and what to wait for in it. */
function nearestFolder(path: string): readonly [string, string] {
  let at = path;
  while (!existsSync(dirname(at)) && dirname(at) !== at) at = dirname(at);
  return [dirname(at), basename(at)];
}
