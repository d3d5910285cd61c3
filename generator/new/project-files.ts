import type { OutputFile } from "../emit/context.js";
import type { Diagnostic } from "../errors.js";

/** Files of a project, and what there is to say of them. */
export interface ProjectFiles {
  readonly files: readonly OutputFile[];
  readonly warnings: readonly Diagnostic[];
}
