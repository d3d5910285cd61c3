import { createServer, tools } from "../../out/server.js";

const weather = tools({
  get_weather: {
    description: "The weather in a city",
    inputSchema: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
    handler: ({ city }) => `It is sunny in ${city}.`,
  },
});
export const server = createServer(
  { name: "weather", version: "1.0.0" },
  weather,
);
