/**
 * Tests of the variables that replace secrets when the address of a server is
 * stored in a snapshot.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ServerAddress } from "../../../generator/new/manifest/address.js";
import {
  storeAddress,
  type StoredAddress,
} from "../../../generator/snapshot/address.js";

const test = suite("snapshot: secrets");

const RANDOM = "sk-4fQ81xYz9LmN2pRs";

/**
 * Test cases: address of a server, address that a snapshot stores, and
 * variables that the warning names.
 */
const STORED: readonly (readonly [
  given: Omit<ServerAddress, "timeout">,
  stored: StoredAddress,
  variables: string,
])[] = [
  [{ from: "node a.js" }, { from: "node a.js" }, ""],
  [
    { from: "node a.js", inheritEnv: true },
    { from: "node a.js", inheritEnv: true },
    "",
  ],
  [
    { from: "a", env: { "my.Key": "v:w", B: "" } },
    { from: "a", env: { "my.Key": "${my_Key}", B: "${B}" } },
    "my_Key, B",
  ],
  [
    { from: "https://a/", headers: { "X-Key": "v=w" } },
    { from: "https://a/", headers: { "X-Key": "${X_KEY}" } },
    "X_KEY",
  ],
  [
    { from: "HTTPS://me:pw@a/b@c?x=1&y.z=2#d=3" },
    { from: "HTTPS://${CREDENTIALS}@a/b@c?x=${X}&y.z=${Y_Z}#d=${D}" },
    "CREDENTIALS, X, Y_Z, D",
  ],
  [
    { from: "a --password 'v w' --auth=v -k v --token --port 1" },
    { from: "a --password ${PASSWORD} --auth=${AUTH} -k v --token --port 1" },
    "PASSWORD, AUTH",
  ],
  [
    { from: 'a "Credential: v" "Port: 1" token v https://b/?secret=v&page=1' },
    {
      from: 'a "Credential: ${CREDENTIAL}" "Port: 1" token v https://b/?secret=${SECRET}&page=${PAGE}',
    },
    "CREDENTIAL, SECRET, PAGE",
  ],
  [{ from: "a https://b/?x=1,2" }, { from: "a https://b/?x=${X}" }, "X"],
  [
    { from: "a https://me:pw@b/ 'http://me@c/' https://e/@f" },
    {
      from: "a https://${CREDENTIALS}@b/ http://${CREDENTIALS_2}@c/ https://e/@f",
    },
    "CREDENTIALS, CREDENTIALS_2",
  ],
  [
    { from: "a postgresql://me:pw@b/c redis://:pw@d git+ssh://git@e/f" },
    {
      from: "a postgresql://${CREDENTIALS}@b/c redis://${CREDENTIALS_2}@d git+ssh://git@e/f",
    },
    "CREDENTIALS, CREDENTIALS_2",
  ],
  [
    { from: "https://me:p@w@a/" },
    { from: "https://${CREDENTIALS}@a/" },
    "CREDENTIALS",
  ],
  [
    { from: 'a --key "v \\" w" --token=v\\ w --auth "v' },
    { from: "a --key ${KEY} --token=${TOKEN} --auth ${AUTH}" },
    "KEY, TOKEN, AUTH",
  ],
  [
    { from: "a --header Authorization:v -H X-Key:v --header Accept:v b:80" },
    {
      from: "a --header Authorization:${AUTHORIZATION} -H X-Key:${X_KEY} --header Accept:v b:80",
    },
    "AUTHORIZATION, X_KEY",
  ],
  [
    { from: `a --config '{"port":1,"apiKey" : "v"}' --b='{"port":"1"}'` },
    { from: 'a --config ${CONFIG} "--b={\\"port\\":\\"1\\"}"' },
    "CONFIG",
  ],
  [
    {
      from: `a --b '{"token":{"value":"v"}}' --c '{"keys": ["v"]}' --d '{"auth":{}}'`,
    },
    { from: 'a --b ${B} --c ${C} --d "{\\"auth\\":{}}"' },
    "B, C",
  ],
  [
    { from: "a --max-tokens 9 --author me --keyword=b --authorization v" },
    {
      from: "a --max-tokens 9 --author me --keyword=b --authorization ${AUTHORIZATION}",
    },
    "AUTHORIZATION",
  ],
  [{ from: "a ${A} ${B}" }, { from: "a ${A} ${B}" }, "A, B"],
  [
    { from: "a KEY=v KEY=w KEY=v" },
    { from: "a KEY=${KEY} KEY=${KEY_2} KEY=${KEY}" },
    "KEY, KEY_2",
  ],
  [
    { from: "a --api-key v", env: { API_KEY: "w" } },
    { from: "a --api-key ${API_KEY_2}", env: { API_KEY: "${API_KEY}" } },
    "API_KEY, API_KEY_2",
  ],
  [
    { from: "a -u me:pw --user=me:pw -u 1000:1000" },
    { from: "a -u ${U} --user=${SERVER_USER} -u 1000:1000" },
    "U, SERVER_USER",
  ],
  [
    { from: 'a --pat v --path w --token -v "API_KEY"=v --my.api.key v' },
    {
      from: "a --pat ${PAT} --path w --token ${TOKEN} API_KEY=${API_KEY} --my.api.key ${MY_API_KEY}",
    },
    "PAT, TOKEN, API_KEY, MY_API_KEY",
  ],
  [
    { from: "https://a/b?v#token=w" },
    { from: "https://a/b?${QUERY}#token=${TOKEN}" },
    "QUERY, TOKEN",
  ],
  [
    { from: `https://a/?${RANDOM}=&b=1` },
    { from: "https://a/?${QUERY}&b=${B}" },
    "QUERY, B",
  ],
  [
    { from: `https://a/?${RANDOM}=1` },
    { from: "https://a/?${QUERY}" },
    "QUERY",
  ],
  [
    { from: "a git+https://me:pw@b/c@d?e=v#subdirectory=f" },
    { from: "a git+https://${CREDENTIALS}@b/c@d?e=${E}#subdirectory=f" },
    "CREDENTIALS, E",
  ],
  [
    { from: "https://a/?path=v&home=w", headers: { User: "v" } },
    {
      from: "https://a/?path=${SERVER_PATH}&home=${SERVER_HOME}",
      headers: { User: "${USER}" },
    },
    "USER, SERVER_PATH, SERVER_HOME",
  ],
  [
    { from: `https://a/s/${RANDOM}/mcp` },
    { from: "https://a/s/${SECRET}/mcp" },
    "SECRET",
  ],
  [
    {
      from: `a ${RANDOM} -k ${RANDOM}2 --x=123e4567-e89b-12d3-a456-42661417400`,
    },
    { from: "a ${SECRET} -k ${K} --x=${X}" },
    "SECRET, K, X",
  ],
  [
    { from: "a ./0123456789abcdef01 0123456789abcdef.js m-3-5-20241022 @b/c" },
    { from: "a ./0123456789abcdef01 0123456789abcdef.js m-3-5-20241022 @b/c" },
    "",
  ],
  [
    { from: "sh -c 'KEY=v a --token w' -c 'a --port 1'" },
    { from: 'sh -c KEY=${KEY} -c "a --port 1"' },
    "KEY",
  ],
  [
    { from: "a auth-server:1.2 -v mcp-auth:/root/.mcp-auth C:\\tokens\\a.js" },
    { from: "a auth-server:1.2 -v mcp-auth:/root/.mcp-auth C:\\tokens\\a.js" },
    "",
  ],
  [
    { from: "a --passphrase v --db 'Server=h;User Id=sa;Password=w'" },
    { from: "a --passphrase ${PASSPHRASE} --db Server=${SERVER}" },
    "PASSPHRASE, SERVER",
  ],
  [{ from: "sh -c 'a -u me:pw https://b'" }, { from: "sh -c ${C}" }, "C"],
  [{ from: "sh -c 'cd a&&KEY=v b'" }, { from: "sh -c ${C}" }, "C"],
  [{ from: "sh -c 'cd a;(KEY=v b)'" }, { from: "sh -c ${C}" }, "C"],
  [
    { from: `a --config '{"user":"me:pw"}' --b '"{\\"apiKey\\":\\"v\\"}"'` },
    { from: "a --config ${CONFIG} --b ${B}" },
    "CONFIG, B",
  ],
  [
    {
      from: "a 'Host=b;Port=1;Pwd=v' --b jdbc:c://d;user=e;password=v --f=g=1,token=v",
    },
    { from: "a Host=${SERVER_HOST} --b ${B} --f=g=${G}" },
    "SERVER_HOST, B, G",
  ],
  [
    { from: "a type=b,c=/d,e=1 f;g=1 https://h/;i=1?j=1,2" },
    { from: "a type=b,c=/d,e=1 f;g=1 https://h/;i=1?j=${J}" },
    "J",
  ],
  [{ from: "sh -c 'a --token w'" }, { from: "sh -c ${C}" }, "C"],
  [{ from: "sh -c 'export KEY=\"v w\"'" }, { from: "sh -c ${C}" }, "C"],
  [{ from: "sh -c 'a \"Auth: v w\"'" }, { from: "sh -c ${C}" }, "C"],
  [
    { from: "a --b <https://me:pw@c/>" },
    { from: "a --b <https://${CREDENTIALS}@c/>" },
    "CREDENTIALS",
  ],
  [
    { from: 'env A_KEY=v docker run -e B_KEY=v -e "C_KEY=v w" --env=D_KEY=v' },
    {
      from: "env A_KEY=${A_KEY} docker run -e B_KEY=${B_KEY} -e C_KEY=${C_KEY} --env=D_KEY=${D_KEY}",
    },
    "A_KEY, B_KEY, C_KEY, D_KEY",
  ],
];
for (const [given, stored, variables] of STORED)
  test(`\`storeAddress\` replaces the secrets of ${JSON.stringify(given)}`, () => {
    const address = { ...given, timeout: 1 };
    const found = storeAddress(address, undefined, "w.ts");
    const { folder: _, ...written } = found.stored;
    const { warnings } = found;
    assert.equal(JSON.parse(JSON.stringify(written)), stored);
    assert.equal(
      warnings.map(({ code, message }) => [code, message]),
      variables
        ? [
            [
              "MCP624",
              `The file contains variables instead of values: ${variables}.`,
            ],
          ]
        : [],
    );
  });

test.run();
