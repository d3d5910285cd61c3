/** Weather server of the MCP quickstart, for the United States. */
import { createServer, stdio, tool, tools } from "../out/server.js";

const SERVICE = process.argv[2] ?? "https://api.weather.gov";

interface Alerts {
  features: { properties: Partial<Record<string, string | null>> }[];
}
interface Point {
  properties: { forecast: string };
}
interface Forecast {
  properties: {
    periods: {
      name: string;
      temperature: number;
      temperatureUnit: string;
      windSpeed: string;
      windDirection: string;
      detailedForecast: string;
    }[];
  };
}

async function load<T>(path: string): Promise<T> {
  const response = await fetch(new URL(path, SERVICE), {
    headers: { "user-agent": "weather/1.0", accept: "application/geo+json" },
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as T;
}

const text = { type: "string" } as const;
const get_alerts = tool({
  title: "Weather alerts",
  description: "Active weather alerts of a state",
  inputSchema: {
    type: "object",
    properties: {
      state: { ...text, pattern: "^[A-Z]{2}$", description: "Such as CA" },
    },
    required: ["state"],
  },
  outputSchema: {
    type: "object",
    properties: {
      alerts: {
        type: "array",
        items: {
          type: "object",
          properties: { event: text, area: text, severity: text, advice: text },
          required: ["event", "area", "severity", "advice"],
        },
      },
    },
    required: ["alerts"],
  },
  async handler({ state }) {
    const { features } = await load<Alerts>(`/alerts/active/area/${state}`);
    const alerts = features.map(({ properties }) => ({
      event: properties["event"] ?? "Unknown",
      area: properties["areaDesc"] ?? "Unknown",
      severity: properties["severity"] ?? "Unknown",
      advice: properties["instruction"] ?? "None",
    }));
    return { structuredContent: { alerts } };
  },
});

const get_forecast = tool({
  title: "Weather forecast",
  description: "Forecast for a location in the United States",
  inputSchema: {
    type: "object",
    properties: {
      latitude: { type: "number", minimum: -90, maximum: 90 },
      longitude: { type: "number", minimum: -180, maximum: 180 },
    },
    required: ["latitude", "longitude"],
  },
  async handler({ latitude, longitude }) {
    const place = `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
    const point = await load<Point>(`/points/${place}`);
    const { properties } = await load<Forecast>(point.properties.forecast);
    const lines = properties.periods
      .slice(0, 5)
      .map(
        (period) =>
          `${period.name}: ${period.temperature} °${period.temperatureUnit}, wind ${period.windSpeed} ${period.windDirection}. ${period.detailedForecast}`,
      );
    return lines.join("\n");
  },
});

const server = createServer(
  { name: "weather", version: "1.0.0" },
  tools({ get_alerts, get_forecast }),
);
await server.connect(stdio({ exit: true }));
