/**
 * Describes what a server project needs to run. Its README, AGENTS.md, Docker
 * files, CI workflow and `.env.example` are rendered from this description.
 */
import { servesHttp, type ServerSetup } from "./setup.js";

/** Port on which a server project listens by default. */
const PORT = 3000;

/** Environment variable that a server project reads. */
interface Variable {
  readonly name: string;
  readonly isRequired: boolean;
  /** Meaning of the variable, as a sentence without its full stop. */
  readonly about: string;
  /**
   * Value in `.env.example`. For an optional variable, also its default value.
   */
  readonly example: string;
  /**
   * Value in a container if the service, such as Redis, runs on the host
   * machine of the container.
   */
  readonly inContainer?: string;
  /**
   * Value in `compose.yaml`, which runs the service in a separate container.
   */
  readonly inCompose?: string;
}

const LISTENING: readonly Variable[] = [
  {
    name: "HOST",
    isRequired: false,
    about: "Address to listen on",
    example: "127.0.0.1",
  },
  {
    name: "PORT",
    isRequired: false,
    about: "Port to listen on",
    example: String(PORT),
  },
];

const OAUTH: readonly Variable[] = [
  {
    name: "OAUTH_ISSUER",
    isRequired: true,
    about: "Issuer URL of the authorization server, exactly as in its metadata",
    example: "https://auth.example.com/realms/main",
  },
  {
    name: "OAUTH_AUDIENCE",
    isRequired: true,
    about: "Audience of the tokens, usually the public URL of this server",
    example: "https://mcp.example.com/mcp",
  },
  {
    name: "OAUTH_RESOURCE",
    isRequired: false,
    about: "Public URL of this server, if it differs from the audience",
    example: "",
  },
  {
    name: "OAUTH_SCOPES",
    isRequired: false,
    about:
      "Scopes that clients request, separated by spaces; some authorization servers reject requests without scopes",
    example: "",
  },
];

const REDIS: readonly Variable[] = [
  {
    name: "REDIS_URL",
    isRequired: true,
    about: "URL of the Redis or Valkey server",
    example: "redis://127.0.0.1:6379",
    inContainer: "redis://host.docker.internal:6379",
    inCompose: "redis://store:6379",
  },
];

/** Returns the data with which the templates of a server project are filled. */
export function describeServer({
  transports,
  oauth,
  redis,
  skills,
  extras,
}: ServerSetup) {
  const stdio = transports.includes("stdio");
  const http = servesHttp(transports);
  const both = stdio && http;
  const settings = [...(oauth ? OAUTH : []), ...(redis ? REDIS : [])];
  const required = settings.filter(({ isRequired }) => isRequired);
  const moved = required.filter(({ inContainer }) => inContainer);
  return {
    stdio,
    http,
    both,
    oauth,
    redis,
    skills,
    ...Object.fromEntries(extras.map((extra) => [extra, true])),
    needs: [
      ...(oauth ? ["an OAuth authorization server"] : []),
      ...(redis ? ["Redis 7 or Valkey 7.2"] : []),
    ].join(" and "),
    variables: [...settings, ...(http ? LISTENING : [])],
    /**
     * Variables that the operator of a deployment sets. The Dockerfile sets the
     * others, which are HOST and PORT.
     */
    settings: settings.map((variable) => ({
      ...variable,
      inCompose:
        variable.inCompose ??
        (variable.isRequired
          ? `\${${variable.name}:?Copy .env.example to .env}`
          : ""),
    })),
    required,
    port: PORT,
    endpoint: `http://127.0.0.1:${PORT}/mcp`,
    ready: `http://127.0.0.1:${PORT}/readyz`,
    startHttp: both ? "npm start -- --http" : "npm start",
    storeImage: "valkey/valkey:8-alpine",
    dockerOptions: [
      "--rm",
      http ? `-p ${PORT}:${PORT}` : "-i",
      ...(required.length > 0 ? ["--env-file .env"] : []),
      ...moved.map(({ name, inContainer }) => `-e ${name}=${inContainer}`),
      ...(moved.length > 0
        ? ["--add-host host.docker.internal:host-gateway"]
        : []),
    ].join(" "),
  };
}
