/**
 * Tests of a server that combines three independently written modules of
 * handlers.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";
import { load } from "../harness/generated/load.js";

const test = suite("server of several modules");

/**
 * Methods that change the tools, prompts or resources of a server at run time.
 */
interface Feature {
  set(name: string, entry: object): void;
  remove(name: string): boolean;
}

for (const revision of TESTED_REVISIONS)
  test(`${revision}: a server serves the features of three modules, and set() and remove() change these features`, async () => {
    const made = await load(revision, "server");
    const { createClient } = await load(revision, "client");
    const feature = (handlers: object) => handlers as Feature;
    const any = (value: unknown): boolean => value !== null;
    const methods = { "x/ask": { params: any, result: any } };

    const weather = feature(
      made.tools({ rain: { handler: () => "Some rain." } }),
    );
    const letters = feature(
      made.prompts({
        letter: {
          arguments: [{ name: "tone", complete: ["formal"] }],
          handler: () => "Write.",
        },
      }),
    );
    const ada = { ...weather, ...letters };

    const shelf = feature(
      made.resources({ "shelf:///emma": { read: () => "Emma" } }),
    );
    const bob = {
      ...shelf,
      ...made.tools({ lend: { handler: () => "Lent." } }),
      "x/ask": () => ({ by: "bob" }),
    };

    const eve = [
      made.tools({ wave: { handler: () => "Hello." } }),
      made.resources({ "eve:///{x}": { read: (uri: string) => uri } }),
      made.completions({ resources: { "eve:///{x}": { x: ["one"] } } }),
    ];

    const told: string[] = [];
    const hear = (kind: string) => ({
      [`notifications/${kind}/list_changed`]: () => void told.push(kind),
    });
    const info = { name: "a", version: "1" };
    const server = made.createServer(info, [ada, bob, ...eve], { methods });
    const client = createClient(
      info,
      { ...hear("tools"), ...hear("prompts"), ...hear("resources") },
      { methods },
    );
    const [near, far] = made.memory();
    await Promise.all([server.connect(far), client.connect(near)]);
    const names = async (method: string): Promise<unknown> => {
      const [items] = Object.values(
        (await client.request(method, {})) as object,
      ).filter(Array.isArray) as { [key: string]: unknown }[][];
      return items?.map((item) => item.uriTemplate ?? item.uri ?? item.name);
    };
    const complete = (ref: object, name: string) =>
      client.request("completion/complete", {
        ref,
        argument: { name, value: "" },
      });

    const { capabilities } = client.server as { capabilities?: object };
    for (const name of ["tools", "prompts", "resources", "completions"])
      if (revision >= "2025-03-26" || name !== "completions")
        assert.ok(name in (capabilities ?? {}), name);
    assert.equal(await names("tools/list"), ["rain", "lend", "wave"]);
    assert.equal(await names("prompts/list"), ["letter"]);
    assert.equal(await names("resources/list"), ["shelf:///emma"]);
    assert.equal(await names("resources/templates/list"), ["eve:///{x}"]);
    for (const [name, text] of [
      ["rain", "Some rain."],
      ["lend", "Lent."],
      ["wave", "Hello."],
    ]) {
      const { content } = await client.callTool({ name });
      assert.is(content[0]?.text, text);
    }
    for (const uri of ["shelf:///emma", "eve:///two"])
      assert.ok(await client.request("resources/read", { uri }));
    assert.ok(await client.request("prompts/get", { name: "letter" }));
    const { by } = (await client.request("x/ask", {})) as { by?: string };
    assert.is(by, "bob");
    for (const [ref, name, value] of [
      [{ type: "ref/prompt", name: "letter" }, "tone", "formal"],
      [{ type: "ref/resource", uri: "eve:///{x}" }, "x", "one"],
    ] as const) {
      const { completion } = (await complete(ref, name)) as {
        completion: { values: string[] };
      };
      assert.equal(completion.values, [value]);
    }

    weather.set("snow", { handler: () => "Snow." });
    letters.remove("letter");
    shelf.set("shelf:///persuasion", { read: () => "Persuasion" });
    assert.equal(await names("tools/list"), ["rain", "snow", "lend", "wave"]);
    assert.equal(await names("prompts/list"), []);
    assert.equal(await names("resources/list"), [
      "shelf:///emma",
      "shelf:///persuasion",
    ]);
    // From 2026-07-28 on, a server sends list changes only to subscribed
    // clients.
    const heard = revision < "2026" ? ["tools", "prompts", "resources"] : [];
    assert.equal(told, heard);
    await client.close();
  });

test.run();
