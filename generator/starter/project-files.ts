import type { Diagnostic } from "../support/errors.js";
import type { NewFile } from "../write/plan.js";

/** Files of a project, and what there is to say of them. */
export interface ProjectFiles {
  readonly files: readonly NewFile[];
  readonly warnings: readonly Diagnostic[];
}

/** A project that was written. */
export interface NewProject extends ProjectFiles {
  /** Paths of files that were there, and were left as they are. */
  readonly kept: readonly string[];
}
