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
 * Kind of additional files in a server project that are meant for other
 * programs.
 */
export type Extra = (typeof EXTRAS)[number];
