import { resources } from "../../out/2025-11-25/server.js";
import { PNG } from "./content.js";

export const testResources = resources(
  {
    "test://static-text": {
      name: "Static text",
      description: "Text that never changes",
      mimeType: "text/plain",
      read: () => "This is the content of the static text resource.",
    },
    "test://static-binary": {
      name: "Static binary",
      description: "An image that never changes",
      mimeType: "image/png",
      read: (uri) => ({
        contents: [{ uri, mimeType: "image/png", blob: PNG }],
      }),
    },
    "test://watched-resource": {
      name: "Watched resource",
      description: "Clients can subscribe to it",
      mimeType: "text/plain",
      read: () => "Watched content.",
    },
    "test://template/{id}/data": {
      name: "Template",
      description: "Data by id",
      mimeType: "application/json",
      read: (_uri, { id }) => JSON.stringify({ id, data: `Data for ${id}` }),
    },
  },
  { subscribe: true },
);
