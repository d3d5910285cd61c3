/** Tests of `fitListing`, which removes what a revision does not define. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fitListing } from "../../../../generator/new/manifest/fit.js";
import { toListing } from "../../../../generator/new/manifest/listing.js";
import { bundledModel } from "../../../harness/models/models.js";

const test = suite("new: fit of a listing");

test("`fitListing` warns once about a member that several tools have", () => {
  const tool = { title: "T", inputSchema: { type: "object" } };
  const names = ["a", "b", "c"];
  const tools = names.map((name) => ({ ...tool, name }));
  const model = bundledModel("2024-11-05");
  const { listing, warnings } = fitListing(toListing({ tools }), model);
  assert.equal(
    listing.tools,
    tools.map(({ title: _title, ...rest }) => rest),
  );
  assert.equal(
    warnings.map(({ message }) => message),
    ['a and 2 more: "title" of tools does not exist in 2024-11-05.'],
  );
});

test.run();
