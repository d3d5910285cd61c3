/**
 * Names that `--with` accepts. Each name has a folder in `templates/new/with/`.
 */
export const EXTRAS = [
  "registry",
  "bundle",
  "ci",
  "agents",
  "editors",
] as const;

/**
 * Kind of additional files in a server project. Other programs use these files:
 * for example, `ci` adds a workflow for a CI service.
 */
export type Extra = (typeof EXTRAS)[number];
