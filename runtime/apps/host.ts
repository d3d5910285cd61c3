/** Host side of the apps extension: connects a host to the page in a frame. */
import { INVALID_MESSAGE } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";
import { jsonSize } from "../limits/json-size.js";
import { RateLimit } from "../limits/rate-limit.js";
import { isObject, own, type Fields } from "../validation/guards.js";
import { FrameChannel } from "./channel.js";
import type { ChannelSetup, FrameHandler } from "./channel.js";

/** Options of a connection. The generated `PageOptions` documents the members. */
interface PageSettings extends Pick<ChannelSetup, "onError" | "onClosed"> {
  readonly sandbox: string;
  readonly messages?: number | undefined;
  readonly characters?: number | undefined;
}

const isText = (value: unknown, pattern: RegExp): boolean =>
  typeof value === "string" && pattern.test(value);

/**
 * Type guards that replace the guards generated from the schema. The schema's
 * `tools/call` and `resources/read` can require members that only the host's
 * client sets. Messages of a page lack these members, so the generated guards
 * would reject them.
 */
const CHECKS: {
  readonly [method: string]: (message: { readonly params: Fields }) => boolean;
} = {
  // Only web URLs are allowed. A script in a URL such as `javascript:` would
  // run with the rights of the host.
  "ui/open-link": ({ params: { url } }) => isText(url, /^https?:\/\//i),
  "tools/call": ({ params: { name, arguments: args = {} } }) =>
    isText(name, /./) && isObject(args),
  "resources/read": ({ params: { uri } }) => isText(uri, /./),
};

/** Methods that are allowed before the end of the handshake, besides `ping`. */
const EARLY = /^ui\/(?:initialize|notifications\/sandbox-proxy-ready)$/;

/** Returns the host's end of the connection to the page in a frame. */
export function createPageChannel(
  rules: ChannelSetup["rules"],
  peer: ChannelSetup["peer"],
  handlers: object,
  settings: PageSettings,
): FrameChannel {
  const { messages = 6_000, characters = 10_485_760, ...more } = settings;
  const { location } = globalThis as unknown as { readonly location: URL };
  const { href, origin } = new URL(settings.sandbox, location.href);
  if (origin === location.origin)
    throw new TypeError(
      `The sandbox ${href} has the origin of the host. Serve the sandbox from another origin, such as another port or subdomain.`,
    );
  const rate = new RateLimit(messages, messages / 60);
  let isAsked = false;
  let isReady = false;
  return new FrameChannel({
    ...more,
    peer,
    origin,
    rules: { ...rules, received: { ...rules.received, ...CHECKS } },
    find: (method) => {
      isAsked ||= method === "ui/initialize";
      isReady ||= isAsked && method === "ui/notifications/initialized";
      if (isReady || EARLY.test(method))
        return own(handlers, method) as FrameHandler | undefined;
      const text = `${method} was sent before the end of the handshake`;
      throw new McpError(INVALID_MESSAGE, text);
    },
    accepts: (message) => rate.take() && jsonSize(message) <= characters,
  });
}
