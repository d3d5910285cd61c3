/**
 * Reads the source files that are mutated, or into which marks (calls that
 * record which code runs) are inserted.
 */
import { packageFiles } from "../../generator/support/package.js";
import { sourceText } from "./copy.js";
import { MarkedFile } from "./marks.js";
import { findMutations, type Mutation } from "./mutations.js";

/**
 * Folders with the files into which marks are inserted. A mark is a call that
 * records which tests run the code.
 */
const MARKED = ["runtime", "generator"];
/**
 * Folder of the explorer's script. It gets no marks, because it runs in a
 * browser.
 */
export const EXPLORER = "explorer";
/** Folders of the files that are mutated. */
export const MUTATED = [...MARKED, EXPLORER];

export class Sources {
  readonly files: ReadonlyMap<string, MarkedFile>;

  constructor() {
    const files = new Map<string, MarkedFile>();
    let next = 0;
    for (const file of listSources(MARKED)) {
      const marked = new MarkedFile(file, sourceText(file), next);
      files.set(file, marked);
      next = marked.next;
    }
    this.files = files;
  }

  /** Returns true if the mark (inserted call) with this id is in the file. */
  has(file: string, mark: number): boolean {
    const marked = this.files.get(file);
    return !!marked && marked.first <= mark && mark < marked.next;
  }

  /**
   * Returns the marks (inserted calls) around the mutated code. A test covers
   * the mutation if it runs at least one of these marks. For top-level code,
   * returns the marks around all uses of the names that the code declares.
   */
  findMarks({ file, start }: Mutation): Set<number> {
    const marks = new Set<number>();
    const seen = new Set<string>();
    const follow = (marked: MarkedFile | undefined, place: number): void => {
      const mark = marked?.findMark(place);
      if (typeof mark === "number") marks.add(mark);
      else for (const name of marked?.getDeclaredNames(place) ?? []) use(name);
    };
    const use = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const marked of this.files.values())
        for (const place of marked.findName(name)) follow(marked, place);
    };
    follow(this.files.get(file), start);
    return marks;
  }
}

/**
 * Returns all mutations of the files in a folder, or of one file. An empty path
 * selects all files.
 */
export function findPlaces(path: string): Mutation[] {
  const below = path.replace(/\/$/, "");
  return listSources(MUTATED)
    .filter((file) => !below || file === below || file.startsWith(`${below}/`))
    .flatMap((file) => findMutations(file, sourceText(file)));
}

function listSources(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => packageFiles(folder))
    .filter((file) => file.endsWith(".ts"));
}
