/**
 * Client for the scenarios of the official conformance suite. The suite passes
 * the URL as last argument, and the name and data of the scenario in
 * environment variables. Without a scenario name, the client only connects.
 */
import { PROTOCOL_VERSION } from "../../out/2025-11-25/methods.js";
import {
  clientCredentials,
  createClient,
  dpop,
  http,
  identityAssertion,
  jwtBearer,
  oauth,
  privateKeyJwt,
  type ClientHandlers,
  type OAuthOptions,
} from "../../out/2025-11-25/client.js";
import * as bindings from "../../out/2025-11-25/client.js";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "initialize";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as {
  toolCalls?: { name: string; arguments?: { [name: string]: unknown } }[];
  client_id?: string;
  client_secret?: string;
  private_key_pem?: string;
  signing_algorithm?: string;
  valid_jwt?: string;
  idp_client_id?: string;
  idp_id_token?: string;
  idp_token_endpoint?: string;
};
const url = process.argv.at(-1) ?? "";

/**
 * Accepts an elicitation. Enters the default values of the form. Strings and
 * booleans without a default get sample values.
 */
const elicit: ClientHandlers["elicitation/create"] = (params) => {
  const schema = "requestedSchema" in params ? params.requestedSchema : null;
  const content: { [name: string]: string | number | boolean | string[] } = {};
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    if (field.default !== undefined) content[name] = field.default;
    else if (field.type === "string") content[name] = "text";
    else if (field.type === "boolean") content[name] = true;
  }
  return { action: "accept", content };
};

const client = createClient(
  { name: "conformance-client", version: "1.0.0" },
  { "elicitation/create": elicit },
  { onError: (error) => console.error(error.message) },
);

const callAll = async (only?: readonly string[]): Promise<void> => {
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    if (only === undefined || only.includes(name)) {
      await client.callTool({ name, arguments: {} });
    }
  }
};

/**
 * Returns the redirect target of the suite's sign-in page. The page redirects
 * immediately, without user interaction.
 */
const open = async (page: string): Promise<string> => {
  const { headers } = await fetch(page, { redirect: "manual" });
  return headers.get("location") ?? "";
};

interface Skill {
  readonly uri: string;
  readonly resources: readonly { readonly uri: string }[];
}

/**
 * Function that the generated code exports only if it includes the skills
 * extension.
 */
const { readSkill } = bindings as unknown as {
  readSkill(from: object, skill: Skill, path?: string): Promise<object>;
};

const listSkills = async (): Promise<readonly Skill[]> => {
  const result = await client.request("skills/list" as never, {} as never);
  return (result as { readonly skills: readonly Skill[] }).skills;
};

/**
 * Reads all files of all skills. Stops reading a skill if its file `SKILL.md`
 * fails the verification.
 */
const readAllSkills = async (): Promise<void> => {
  for (const skill of await listSkills()) {
    const folder = skill.uri.replace(/SKILL\.md$/, "");
    try {
      await readSkill(client, skill);
      for (const { uri } of skill.resources)
        await readSkill(client, skill, uri.slice(folder.length));
    } catch (error) {
      console.error(String(error));
    }
  }
};

const clientMetadataUrl = "https://conformance-test.local/client-metadata.json";

const { client_id: id = "", client_secret: secret } = context;

const servers = [url];

/** Additional OAuth options, by name of the scenario. */
const authorization: { [name: string]: OAuthOptions } = {
  "auth/client-credentials-basic": {
    servers,
    credentials: { id, secret },
    grant: clientCredentials(),
  },
  "auth/client-credentials-jwt": {
    servers,
    credentials: {
      id,
      assertion: privateKeyJwt(context.private_key_pem ?? "", {
        algorithm: context.signing_algorithm,
      }),
    },
    grant: clientCredentials(),
  },
  "auth/enterprise-managed-authorization": {
    servers,
    credentials: { id, secret },
    grant: jwtBearer(
      identityAssertion({
        clientId: context.idp_client_id ?? "",
        tokenEndpoint: context.idp_token_endpoint ?? "",
        subjectToken: () => context.idp_id_token ?? "",
      }),
    ),
  },
  "auth/wif-jwt-bearer": {
    servers,
    credentials: { id },
    grant: jwtBearer(() => context.valid_jwt ?? ""),
  },
  "auth/pre-registration": { credentials: { id, secret } },
  "auth/dpop": { dpop: dpop() },
  "auth/dpop-nonce": { dpop: dpop() },
};

/** Lists the tools of a server that requires OAuth, and calls one of them. */
const getIn = async (): Promise<void> => {
  await client.listTools();
  await client.callTool({ name: "test-tool", arguments: {} });
};

const scenarios: { [name: string]: () => Promise<unknown> } = {
  initialize: async () => {},
  tools_call: async () => {
    await client.listTools();
    const sum = { name: "add_numbers", arguments: { a: 5, b: 3 } };
    await client.callTool(sum);
  },
  "elicitation-sep1034-client-defaults": () => callAll(),
  "sse-retry": () => callAll(),
  "request-metadata": async () => {},
  "sep-2322-client-request-state": async () => {
    await client.listTools();
    await client.callTool({ name: "test_mrtr_echo_state", arguments: {} });
    await client.callTool({ name: "test_mrtr_no_state", arguments: {} });
    await client.callTool({ name: "test_mrtr_unrelated", arguments: {} });
    await client.callTool({ name: "test_mrtr_no_result_type", arguments: {} });
  },
  "http-standard-headers": async () => {
    await callAll();
    for (const { uri } of (await client.listResources()).resources) {
      await client.readResource({ uri });
    }
    for (const { name } of (await client.listPrompts()).prompts) {
      await client.getPrompt({ name, arguments: {} });
    }
  },
  "http-custom-headers": async () => {
    await client.listTools();
    for (const call of context.toolCalls ?? []) await client.callTool(call);
  },
  "sep-2640-client-no-prefetch": async () => void (await listSkills()),
  "sep-2640-client-verify-digest": () => readAllSkills(),
  "sep-2640-client-verify-size": () => readAllSkills(),
  "sep-2640-client-verify-frontmatter": () => readAllSkills(),
  "http-invalid-tool-headers": () => callAll(),
  "json-schema-ref-no-deref": () => client.listTools(),
  "json-schema-2020-12-preservation": async () => {
    const { tools } = await client.listTools();
    const schema = tools.find(
      ({ name }) => name === "json_schema_2020_12_tool",
    )?.inputSchema;
    const echo = tools.find(({ name }) => name.includes("echo"));
    if (echo && schema) {
      await client.callTool({ name: echo.name, arguments: { schema } });
    }
  },
};

const run = scenario.startsWith("auth/") ? getIn : scenarios[scenario];
if (run === undefined) {
  console.error(`This client does not implement the scenario "${scenario}"`);
  process.exit(1);
}
console.error(`${scenario} at ${PROTOCOL_VERSION}: ${url}`);
try {
  const own = authorization[scenario];
  const authorize = oauth({
    open,
    ...(own?.grant === undefined && { clientMetadataUrl }),
    ...own,
  });
  await client.connect(http(url, { authorize }));
  await run();
  await client.close();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  console.error(`${url}: ${why}`);
  process.exit(1);
}
