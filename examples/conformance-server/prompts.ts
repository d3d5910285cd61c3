import type { PromptDefinition } from "../../out/2025-11-25/server.js";
import { embedded, image, text } from "./content.js";

const user = <C>(content: C) => ({ role: "user" as const, content });

export const plainPrompts: { [name: string]: PromptDefinition } = {
  test_simple_prompt: {
    description: "Has no arguments",
    handler: () => ({
      messages: [user(text("This is a simple prompt for testing."))],
    }),
  },
  test_prompt_with_arguments: {
    description: "Has two arguments",
    arguments: [
      { name: "arg1", description: "First argument", required: true },
      { name: "arg2", description: "Second argument", required: true },
    ],
    handler: ({ arg1, arg2 }) => ({
      messages: [
        user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
      ],
    }),
  },
  test_prompt_with_embedded_resource: {
    description: "Holds a resource",
    arguments: [
      { name: "resourceUri", description: "What to hold", required: true },
    ],
    handler: ({ resourceUri }) => ({
      messages: [
        user(embedded(String(resourceUri), "Embedded resource content.")),
        user(text("Please process the embedded resource above.")),
      ],
    }),
  },
  test_prompt_with_image: {
    description: "Holds an image",
    handler: () => ({
      messages: [user(image()), user(text("Please analyze the image above."))],
    }),
  },
};
