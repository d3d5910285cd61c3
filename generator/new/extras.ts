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

/** Kind of additional files for other programs, beside a server project. */
export type Extra = (typeof EXTRAS)[number];
