/** Tests of the quickstart examples, with simulated services. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { example } from "../harness/generated/load.js";
import { serve, type TestServer } from "../harness/peers/servers.js";
import { outcome, ROOT } from "../harness/program/cli.js";

const test = suite("examples: quickstart");

const PERIOD = {
  name: "Tonight",
  temperature: 12,
  temperatureUnit: "C",
  windSpeed: "5 mph",
  windDirection: "NW",
  detailedForecast: "Clear.",
};
const ALERT = { event: "Flood", areaDesc: "Coast", severity: "Minor" };

/** Results of the weather service, by path. */
const WEATHER: Readonly<Record<string, object>> = {
  "/alerts/active/area/CA": { features: [{ properties: ALERT }] },
  "/points/38.5000,-121.5000": { properties: { forecast: "/forecast" } },
  "/forecast": { properties: { periods: Array(9).fill(PERIOD) } },
};

/** Tool calls that the simulated model requests, one for each question. */
const CALLS = [
  { name: "get_alerts", input: { state: "CA" } },
  { name: "get_forecast", input: { latitude: 38.5, longitude: -121.5 } },
  { name: "get_alerts", input: { state: "NY" } },
  { name: "get_alerts", input: { state: "California" } },
];

/**
 * Starts one server for the weather service and the simulated model. The model
 * answers a question with the next tool call of `CALLS`. When the model
 * receives a tool result, it answers with the text of this result.
 */
function serveBoth(): Promise<TestServer> {
  const calls = [...CALLS];
  const askModel = (request: string): object => {
    const { content } = JSON.parse(request).messages.at(-1);
    const block = Array.isArray(content)
      ? { type: "text", text: `${content[0].is_error} ${content[0].content}` }
      : { type: "tool_use", id: "1", ...calls.shift() };
    return { content: [block] };
  };
  return serve(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { url = "" } = request;
    const result = url === "/v1/messages" ? askModel(text) : WEATHER[url];
    response.writeHead(result ? 200 : 404).end(JSON.stringify(result ?? {}));
  });
}

test("the quickstart client answers a user's questions with the tools of the quickstart server", async () => {
  const services = await serveBoth();
  const server = await example("all", "quickstart-server.ts");
  const client = await example("all", "quickstart-client.ts");
  const env = { ...process.env, ANTHROPIC_BASE_URL: services.url };
  const child = spawn(process.execPath, [client, server, services.url], {
    env,
  });
  child.stdin.end("first\nsecond\nthird\nfourth\n");
  const { code, stdout, stderr } = await outcome(child);
  await services.close();
  assert.is(code, 0, stderr);
  const alert = { event: "Flood", area: "Coast", severity: "Minor" };
  const period = "Tonight: 12 °C, wind 5 mph NW. Clear.";
  assert.equal(stdout.trimEnd().split("\n"), [
    "Tools: get_alerts, get_forecast",
    "Ask a question, or end the input with Ctrl-D.",
    '[get_alerts {"state":"CA"}]',
    `undefined ${JSON.stringify({ alerts: [{ ...alert, advice: "None" }] })}`,
    '[get_forecast {"latitude":38.5,"longitude":-121.5}]',
    `undefined ${period}`,
    ...Array(4).fill(period),
    '[get_alerts {"state":"NY"}]',
    "true get_alerts failed: The service answered 404.",
    '[get_alerts {"state":"California"}]',
    "true Invalid arguments for get_alerts: state must match ^[A-Z]{2}$",
  ]);
});

test("examples/README.md states the correct number of code lines of each quickstart program", () => {
  const page = readFileSync(join(ROOT, "examples/README.md"), "utf8");
  for (const name of ["server", "client"]) {
    const file = join(ROOT, `examples/quickstart-${name}.ts`);
    const lines = readFileSync(file, "utf8").split("\n");
    const code = lines.filter((line) => !/^\s*(\/\/|\*|\/\*|$)/.test(line));
    const [, stated] = new RegExp(`\\| ${name} +\\| +(\\d+)`).exec(page) ?? [];
    assert.is(Number(stated), code.length, name);
  }
});

test.run();
