/** Returns the summary of a recording before its first line. */
export function emptySummary() {
  return {
    lines: 0,
    messages: 0,
    requests: 0,
    notifications: 0,
    responses: 0,
    errors: 0,
    faults: 0,
    /** Number of lines with problems. */
    faultyLines: 0,
    /** Number of log lines that are not messages. */
    remarks: 0,
    /**
     * Number of requests without a response, for example at the end of a
     * truncated recording.
     */
    unanswered: 0,
    /**
     * Number of responses whose request is missing, for example in a recording
     * of one side.
     */
    unmatched: 0,
  };
}

/** Summary of a recording. */
export type Summary = ReturnType<typeof emptySummary>;
