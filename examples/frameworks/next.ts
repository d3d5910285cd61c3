// app/mcp/route.ts
import { fetchHandler } from "../../out/server.js";
import { server } from "./server.js";

const handler = fetchHandler(server);
const serve = (request: Request) => handler(request);
export { serve as GET, serve as POST, serve as DELETE };
