import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  proxyAuthorization,
  proxyFor,
} from "../../generator/source/pull/download/proxy.js";

const proxy = suite("choice of a proxy");

const choice = (url: string, env: Record<string, string>): string | null =>
  proxyFor(new URL(url), env)?.href ?? null;

proxy("is chosen by scheme, lower case first", () => {
  const env = {
    HTTPS_PROXY: "upper:1",
    https_proxy: "lower:2",
    HTTP_PROXY: "http://plain:3",
  };
  assert.is(choice("https://a.example/", env), "http://lower:2/");
  assert.is(choice("http://a.example/", env), "http://plain:3/");
  assert.is(choice("http://a.example/", { https_proxy: "x:1" }), null);
  assert.is(choice("https://a.example/", { https_proxy: "" }), null);
});

for (const [entry, exempt] of [
  ["a.example", true],
  [".a.example", true],
  ["*.example", true],
  ["EXAMPLE", true],
  ["*", true],
  ["b.example, a.example", true],
  ["b.example a.example:443", true],
  ["a.example:8443", false],
  ["xa.example", false],
  ["example.a", false],
  ["", false],
] as const)
  proxy(`NO_PROXY="${entry}" ${exempt ? "excepts" : "keeps"} the host`, () => {
    const env = { HTTPS_PROXY: "p:1", NO_PROXY: entry };
    assert.is(choice("https://a.example/x", env) === null, exempt);
  });

proxy("NO_PROXY takes addresses", () => {
  const env = { HTTP_PROXY: "p:1", no_proxy: "[::1],127.0.0.1:8080" };
  assert.is(choice("http://[::1]:9/", env), null);
  assert.is(choice("http://127.0.0.1:8080/", env), null);
  assert.is(choice("http://127.0.0.1/", env), "http://p:1/");
});

for (const [user, password] of [
  ["u", "p"],
  ["u%40x", "100%"],
  ["%zz", "a%20b"],
] as const)
  proxy(`takes ${user}:${password} as they are meant`, () => {
    const url = new URL(`http://${user}:${password}@p:1`);
    const header = proxyAuthorization(url)["proxy-authorization"] ?? "";
    const pair = Buffer.from(header.replace("Basic ", ""), "base64").toString();
    const meant = `${user}:${password}`.replace("%40", "@").replace("%20", " ");
    assert.is(pair, meant);
  });

proxy.run();
