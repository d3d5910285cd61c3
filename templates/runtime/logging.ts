/** RFC 5424 severities as MCP names them, from the least to the most severe. */
export const LOG_LEVELS: readonly string[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** Whether `level` is at least as severe as `from`. */
export function reaches(level: string, from: string): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(from);
}
