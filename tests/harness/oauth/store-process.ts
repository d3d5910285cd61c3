/**
 * Program that tests start in several processes, which share a file store for
 * OAuth tokens. Each process exits when it has used three different tokens.
 */
import { createSender } from "./world.js";
import { oauth } from "../../../runtime/oauth/client/oauth.js";
import { fileStore } from "../../../runtime/oauth/client/stores/file-store.js";
import type { Fetch } from "../../../runtime/http/client/received.js";

const [folder = "", url = ""] = process.argv.slice(2);
let asked = 0;
const open = (): never => {
  asked += 1;
  throw new Error("No user is present");
};
const store = fileStore(folder);
const credentials = { id: "c", issuer: new URL(url).origin };
const authorize = oauth({ store, credentials, open });
const identified: Fetch = (to, init) =>
  (fetch as Fetch)(to, {
    ...init,
    headers: { ...init.headers, "x-process": String(process.pid) },
  });
const send = createSender(authorize, identified, url);
const statuses = new Set<number>();
const tokens = new Set<string | undefined>();
const request = { method: "POST", url, server: url } as const;
while (tokens.size < 3) {
  statuses.add(await send());
  tokens.add((await authorize.headers(request)).authorization);
  await new Promise((resolve) => setTimeout(resolve, 10));
}
process.send?.({ statuses: [...statuses], asked });
process.disconnect();
