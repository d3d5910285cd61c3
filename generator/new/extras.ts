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
 * Kind of additional files in a server project that other programs use, such as
 * `ci` for the CI workflow.
 */
export type Extra = (typeof EXTRAS)[number];
