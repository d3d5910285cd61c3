/**
 * Formats a message as a server-sent event. Serialized JSON contains no line
 * breaks, so one data line is enough. `id` is set if the stream can be resumed
 * after this event.
 */
export function messageEvent(data: string, id?: string): string {
  return id === undefined
    ? `event: message\ndata: ${data}\n\n`
    : `id: ${id}\nevent: message\ndata: ${data}\n\n`;
}

/**
 * Formats an event with an id and no data. The stream can be resumed after this
 * event.
 */
export function primingEvent(id: string, retry: number | undefined): string {
  return retry === undefined
    ? `id: ${id}\ndata: \n\n`
    : `id: ${id}\nretry: ${retry}\ndata: \n\n`;
}

/**
 * Formats the `retry` field: the time after which the client should reconnect.
 */
export function retryEvent(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** Formats the event with the URL that the client sends messages to. */
export function endpointEvent(address: string): string {
  return `event: endpoint\ndata: ${address}\n\n`;
}

/** SSE comment that prevents proxies from closing an idle stream. */
export const COMMENT = ":\n\n";
