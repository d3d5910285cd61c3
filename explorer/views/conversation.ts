/**
 * View with sequence diagrams of the messages between client and server in a
 * revision.
 */
import { h } from "../base/dom.js";
import type { Route } from "../base/route.js";
import { sequence } from "../draw/sequence.js";
import { createScenes } from "../protocol/conversation.js";
import { findRevision, type Revision } from "../protocol/revision.js";
import { inRevisions, section, type View } from "./view.js";

export function conversationView(revision: Revision): View {
  const route: Route = { view: "conversation", revision: revision.name };
  return {
    title: "Message sequences",
    content: [
      inRevisions(
        revision,
        ({ name }) => findRevision(name) !== undefined,
        (name) => ({ view: "conversation", revision: name }),
      ),
      h(
        "p",
        { class: "quiet" },
        "Solid lines are requests and notifications, dashed lines are responses. Each name links to its page.",
      ),
      h(
        "div",
        { class: "scenes" },
        createScenes(revision.model).map((scene) =>
          section(
            scene.title,
            scene.id,
            route,
            h(
              "div",
              {
                class: "scroll",
                role: "region",
                tabindex: 0,
                "aria-label": `Sequence diagram: ${scene.title}`,
              },
              sequence(scene, revision),
            ),
          ),
        ),
      ),
    ],
  };
}
