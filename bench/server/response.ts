import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";

/**
 * The response to a request that was sent. What goes wrong later is told by the
 * response, where it is read.
 */
export async function responseTo(
  request: ClientRequest,
): Promise<IncomingMessage> {
  request.on("error", () => {});
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}
