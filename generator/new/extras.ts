/** What `--with` names; each has a folder in `templates/new/with/`. */
export const EXTRAS = [
  "registry",
  "bundle",
  "ci",
  "agents",
  "editors",
] as const;

/** Files beside a server project that other programs read. */
export type Extra = (typeof EXTRAS)[number];
