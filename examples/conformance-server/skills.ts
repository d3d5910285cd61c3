import * as bindings from "../../out/2025-11-25/server.js";

/**
 * Function that the generated code exports only if it includes the skills
 * extension.
 */
const { skills } = bindings as unknown as {
  skills(from: object, settings: object): Promise<object>;
};

export const testSkills = await skills(
  {
    files: {
      "pdf-processing/SKILL.md": `---
name: pdf-processing
description: Extract text from PDF files and fill in forms
license: MIT
metadata:
  version: "1.0"
---

Read templates/form.md before you fill in a form.
`,
      "pdf-processing/templates/form.md": "# Form\n",
      "code-review/SKILL.md": `---
name: code-review
description: >-
  Review a change of a program
  before it is merged
---

Look for wrong edge cases first, as lists/cases.md says.
`,
      "code-review/lists/cases.md": "# Cases\n",
    },
  },
  { directoryRead: true },
);
