/** What a recording came to, before its first line. */
export function emptySummary() {
  return {
    lines: 0,
    messages: 0,
    requests: 0,
    notifications: 0,
    responses: 0,
    errors: 0,
    faults: 0,
    /** Lines with faults. */
    faultyLines: 0,
    /** Lines of a log that are no messages. */
    remarks: 0,
    /** Requests that nothing answered, as in a recording that was cut short. */
    unanswered: 0,
    /** Responses whose request is not in the recording, on one side's alone. */
    unmatched: 0,
  };
}

/** What a recording came to. */
export type Summary = ReturnType<typeof emptySummary>;
