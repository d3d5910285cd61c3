import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { fetchHandler } from "../../out/server.js";
import { server } from "./server.js";

const app = new Hono();
const handler = fetchHandler(server);
app.all("/mcp", (c) => handler(c.req.raw));

const port = Number(process.env.PORT ?? 3000);
serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(address);
});
