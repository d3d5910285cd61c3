import { createRequire } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSchema } from "../../generator/parse/index.js";
import { ts } from "../../generator/parse/read/typescript.js";
import { readBundledSchema } from "../../generator/source/read.js";

const typescript = suite("parse: typescript");
const require = createRequire(import.meta.url);

typescript("is the parser alone for text that is proven", () => {
  parseSchema(readBundledSchema("draft").text, readBundledSchema("draft"));
  const loaded = Object.keys(require.cache);
  const whole = loaded.filter((path) => /typescript\.js$|ts-morph/.test(path));
  assert.equal([whole, "createProgram" in ts], [[], false]);
});

typescript("reads as ts-morph's own does", () => {
  const theirs = (require("ts-morph") as { ts: typeof ts }).ts;
  const { text } = readBundledSchema("draft");
  const treeOf = (own: typeof ts): unknown => {
    const source = own.createSourceFile("schema.ts", text, 99, true);
    const visit = (node: import("ts-morph").ts.Node): unknown => [
      node.kind,
      own.getTokenPosOfNode(node, source),
      node.end,
      (node as { text?: string }).text?.slice(0, 20),
      childrenOf(node).map(visit),
    ];
    const childrenOf = (node: import("ts-morph").ts.Node) => {
      const found: import("ts-morph").ts.Node[] = [];
      theirs.forEachChild(node, (child) => void found.push(child));
      return found;
    };
    return visit(source);
  };
  assert.is(JSON.stringify(treeOf(ts)), JSON.stringify(treeOf(theirs)));
});

typescript.run();
