/** Server-sent events as they are written. JSON has no line breaks. */

/** One message; `id` where the stream can be resumed after it. */
export function messageEvent(data: string, id?: string): string {
  return id === undefined
    ? `event: message\ndata: ${data}\n\n`
    : `id: ${id}\nevent: message\ndata: ${data}\n\n`;
}

/** An event without data, from which the stream can be resumed. */
export function primingEvent(id: string, retry: number | undefined): string {
  return retry === undefined
    ? `id: ${id}\ndata: \n\n`
    : `id: ${id}\nretry: ${retry}\ndata: \n\n`;
}

/** How long to wait before coming back, in milliseconds. */
export function retryEvent(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** Where the client has to send what it sends. */
export function endpointEvent(address: string): string {
  return `event: endpoint\ndata: ${address}\n\n`;
}

/** Keeps proxies from closing a quiet stream; readers skip it. */
export const COMMENT = ":\n\n";
