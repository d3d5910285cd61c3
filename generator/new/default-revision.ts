/** The newest revision whose servers every host of today can talk to. */
export const DEFAULT_REVISION = "2025-11-25";
