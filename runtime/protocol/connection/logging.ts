/** The notification that is a log message. */
export const LOG = "notifications/message";

/** Log messages of one connection: at once, and a second. */
export const LOG_BURST = 1_000;
export const LOGS_PER_SECOND = 200;

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
export function reaches(level: unknown, from: string): boolean {
  return LOG_LEVELS.indexOf(level as string) >= LOG_LEVELS.indexOf(from);
}
