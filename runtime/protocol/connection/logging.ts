/** Method name of the notification that sends a log message. */
export const LOG = "notifications/message";

/**
 * Log levels of MCP, from least to most severe. They are the severity levels of
 * RFC 5424.
 */
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

/**
 * Returns true if the log level `level` is at least as severe as the log level
 * `from`.
 */
export function isAtLeastLevel(level: unknown, from: string): boolean {
  return LOG_LEVELS.indexOf(level as string) >= LOG_LEVELS.indexOf(from);
}
