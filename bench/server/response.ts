import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";

/**
 * Waits for the response to a request. Errors that occur after the start of the
 * response are reported by the response stream.
 */
export async function waitForResponse(
  request: ClientRequest,
): Promise<IncomingMessage> {
  request.on("error", () => {});
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}
