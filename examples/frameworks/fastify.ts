import fastify from "fastify";
import { nodeHandler } from "../../out/server.js";
import { server } from "./server.js";

const app = fastify();
const handler = nodeHandler(server);
app.all("/mcp", (request, reply) => {
  reply.hijack();
  handler(Object.assign(request.raw, { body: request.body }), reply.raw);
});
app.addHook("preClose", () => handler.close());

const port = Number(process.env.PORT ?? 3000);
await app.listen({ host: "127.0.0.1", port });
console.log(app.server.address());
