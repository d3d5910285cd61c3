// File app/mcp/route.ts of a Next.js app. Next.js does not resolve imports of
// `.js` to `.ts` files. Therefore, generate with `--import-ext ts`, and set
// `allowImportingTsExtensions` in tsconfig.json.
import { fetchHandler } from "../../out/server.ts";
import { server } from "./server.ts";

const handler = fetchHandler(server);
const serve = (request: Request) => handler(request);
export { serve as GET, serve as POST, serve as DELETE };
