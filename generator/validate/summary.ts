/** Returns an empty summary, in which all counts are 0. */
export function emptySummary() {
  return {
    lines: 0,
    messages: 0,
    requests: 0,
    notifications: 0,
    responses: 0,
    errors: 0,
    faults: 0,
    /** Number of lines with at least one fault. */
    faultyLines: 0,
    /** Number of lines in a log file that do not contain a message. */
    remarks: 0,
    /**
     * Number of requests without a response, for example at the end of a
     * truncated recording.
     */
    unanswered: 0,
    /**
     * Number of responses without a request, for example in a recording that
     * contains only one side.
     */
    unmatched: 0,
  };
}

/** Counts of messages, faults and lines in a recording. */
export type Summary = ReturnType<typeof emptySummary>;
