/** What a recording came to. */
export interface Summary {
  lines: number;
  messages: number;
  requests: number;
  notifications: number;
  responses: number;
  errors: number;
  faults: number;
  /** Lines with faults. */
  faultyLines: number;
  /** Lines of a log that are no messages. */
  remarks: number;
  /** Requests that nothing answered, as in a recording that was cut short. */
  unanswered: number;
  /** Responses whose request is not in the recording, on one side's alone. */
  unmatched: number;
}

/** Before the first line. */
export function emptySummary(): Summary {
  return {
    lines: 0,
    messages: 0,
    requests: 0,
    notifications: 0,
    responses: 0,
    errors: 0,
    faults: 0,
    faultyLines: 0,
    remarks: 0,
    unanswered: 0,
    unmatched: 0,
  };
}
