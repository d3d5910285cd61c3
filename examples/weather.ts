import { createServer, stdio, tools } from "../out/server.js";

const city = { type: "string", description: "Name of the city" } as const;
const weather = tools({
  get_weather: {
    description: "The weather in a city",
    inputSchema: { type: "object", properties: { city }, required: ["city"] },
    handler: ({ city }) => `It is sunny in ${city}.`,
  },
});
const server = createServer({ name: "weather", version: "1.0.0" }, weather);
await server.connect(stdio({ exit: true }));
