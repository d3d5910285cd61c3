/** Server-sent events. Serialized JSON contains no line breaks. */

/** Formats a message; `id` if the stream can be resumed after the message. */
export function messageEvent(data: string, id?: string): string {
  return id === undefined
    ? `event: message\ndata: ${data}\n\n`
    : `id: ${id}\nevent: message\ndata: ${data}\n\n`;
}

/** Formats an event without data, after which the stream can be resumed. */
export function primingEvent(id: string, retry: number | undefined): string {
  return retry === undefined
    ? `id: ${id}\ndata: \n\n`
    : `id: ${id}\nretry: ${retry}\ndata: \n\n`;
}

/** Formats the time until the client reconnects. */
export function retryEvent(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** Formats the address that the client sends messages to. */
export function endpointEvent(address: string): string {
  return `event: endpoint\ndata: ${address}\n\n`;
}

/** Comment that keeps proxies from closing an idle stream. */
export const COMMENT = ":\n\n";
