import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { readText } from "./received.js";
import { isAwaited } from "./messages.js";
import { withoutSecrets } from "./redirect.js";
import { EventReader, isEventStream } from "./sse-read.js";
import { EVENTS_TYPE, JSON_TYPE } from "../headers.js";
import type { Abortable } from "./abort.js";
import type { Fetcher } from "./fetcher.js";
import type { Message } from "../../json-rpc/messages/messages.js";

/** Client of the legacy SSE transport. */
export class SseClient {
  readonly #fetcher: Fetcher;
  readonly #endpoint: string;

  private constructor(fetcher: Fetcher, endpoint: string) {
    this.#fetcher = fetcher;
    this.#endpoint = endpoint;
  }

  /**
   * Opens the event stream. Resolves once the server has sent the URL to which
   * the client sends messages. Calls `onEnd` when the stream ends.
   */
  static async open(
    fetcher: Fetcher,
    limit: number,
    signal: AbortSignal,
    onMessage: (text: string) => void,
    onEnd: (problem: Error) => void,
  ): Promise<SseClient> {
    const response = await fetcher.send({
      method: "GET",
      headers: { accept: EVENTS_TYPE },
      signal,
    });
    if (!isEventStream(response)) {
      await response.body?.cancel();
      throw new Error(
        `${fetcher.name} answered a GET request with status ${response.status}`,
      );
    }
    return new Promise((resolve, reject) => {
      let open = false;
      const events = new EventReader(limit, ({ type, data }) => {
        if (type === "endpoint") {
          const endpoint = new URL(data, fetcher.url);
          if (endpoint.origin !== new URL(fetcher.url).origin) {
            throw new Error(
              "The server sent an endpoint URL of another origin",
            );
          }
          open = true;
          resolve(new SseClient(fetcher, endpoint.href));
        } else if (type === "message" && open) onMessage(data);
      });
      const end = (problem: Error): void => {
        reject(problem);
        if (open) onEnd(problem);
      };
      readText(response, (text) => events.push(text)).then(
        () =>
          end(
            new ConnectionError("closed", "The server closed the event stream"),
          ),
        end,
      );
    });
  }

  async send(message: Message, signal: Abortable): Promise<void> {
    const response = await this.#fetcher.send({
      method: "POST",
      url: this.#endpoint,
      headers: { "content-type": JSON_TYPE },
      body: JSON.stringify(message),
      signal,
      background: !isAwaited(message),
    });
    await response.body?.cancel();
    if (!response.ok) {
      const to = withoutSecrets(this.#endpoint);
      throw new Error(`${to} answered ${response.status}`);
    }
  }
}
