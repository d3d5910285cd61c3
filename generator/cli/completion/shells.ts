/** Shells that can be taught. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A shell that can be made to complete. */
export type Shell = (typeof SHELLS)[number];
