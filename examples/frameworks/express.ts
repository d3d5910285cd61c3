import express from "express";
import { nodeHandler } from "../../out/server.js";
import { server } from "./server.js";

const app = express();
const handler = nodeHandler(server);
app.use(express.json()); // the MCP handler accepts parsed bodies
app.use("/mcp", handler);
app.use("/.well-known/oauth-protected-resource", handler); // if auth.metadata is set

const port = Number(process.env.PORT ?? 3000);
const listening = app.listen(port, "127.0.0.1", () => {
  console.log(listening.address());
});
