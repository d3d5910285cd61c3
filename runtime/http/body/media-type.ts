import { EVENTS_TYPE } from "../types.js";

/** Whether the server gives a stream of events. */
export function isStream(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  const [media = ""] = type.split(";");
  return response.ok && media.trim().toLowerCase() === EVENTS_TYPE;
}
