import { createServer, fetchHandler, tools } from "../../out/server.js";

interface Env {
  readonly COUNTRY: string;
}
interface Context {
  waitUntil(work: Promise<unknown>): void;
}
declare module "../../out/server.js" {
  interface HttpPlatform {
    readonly env: Env;
    readonly ctx: Context;
  }
}

const count = async (name: string) => console.log(`${name} was called`);
const server = createServer(
  { name: "weather", version: "1.0.0" },
  tools({
    get_weather: {
      description: "The weather",
      handler: (_args, { http }) => {
        http?.platform?.ctx.waitUntil(count("get_weather"));
        return `It is sunny in ${http?.platform?.env.COUNTRY}.`;
      },
    },
  }),
);
const handler = fetchHandler(server);

export default {
  fetch: (request: Request, env: Env, ctx: Context) =>
    handler(request, { env, ctx }),
};
