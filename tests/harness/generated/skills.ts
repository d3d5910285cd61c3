/** Servers and clients with the skills extension. */
import { temporaryFolder, writeTree } from "../program/folders.js";
import { load } from "./load.js";
import type { Client, ClientModule, ServerModule } from "./modules.js";
import type { SkillEntry } from "../../../runtime/skills/skill.js";

export const SKILLS_REVISION = "2026-07-28+skills";
const INFO = { name: "test", version: "1" };

/** Handlers that the generated function `skills` returns. */
interface SkillHandlers {
  reload(): Promise<void>;
  close(): void;
}

interface SkillServerModule extends ServerModule {
  skills(from: string | object, settings?: object): Promise<SkillHandlers>;
}

/** File of a skill that `readSkill` has verified and returned. */
interface SkillFile {
  readonly bytes: Uint8Array;
  readonly body?: string;
  readonly mimeType?: string;
}

export interface SkillClientModule extends ClientModule {
  readSkill(
    from: object,
    skill: SkillEntry,
    path?: string,
    options?: object,
  ): Promise<SkillFile>;
}

/** Loads the generated server module. It exports the function `skills`. */
export const loadSkillServer = (): Promise<SkillServerModule> =>
  load<SkillServerModule>(SKILLS_REVISION, "server");

/** Loads the generated client module. It exports the function `readSkill`. */
export const loadSkillClient = (): Promise<SkillClientModule> =>
  load<SkillClientModule>(SKILLS_REVISION, "client");

/** Returns the text of a file `SKILL.md`. */
export function skillText(name: string, description = `Does ${name}`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\nUse ${name}.\n`;
}

/** Connects a client to a server. Both have the given handlers. */
export async function connectToSkills(
  handlers: object,
  clientHandlers: object = {},
): Promise<Client> {
  const { createServer, memory } = await loadSkillServer();
  const { createClient } = await loadSkillClient();
  const server = createServer(INFO, handlers);
  const client = createClient(INFO, clientHandlers);
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

/** Returns the entries in the server's list of skills. */
export async function listSkills(client: Client): Promise<SkillEntry[]> {
  const result = await client.request("skills/list", {});
  return (result as { skills: SkillEntry[] }).skills;
}

/** Returns the content of a resource. */
export async function readContent(
  client: Client,
  uri: string,
): Promise<unknown> {
  const result = await client.request("resources/read", { uri });
  return (result as { contents: unknown[] }).contents[0];
}

/** Returns the code, or the fault, and the message of a rejected promise. */
export function getFailure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "it did not fail",
    ({ code, fault, message }: Error & { code?: number; fault?: string }) =>
      `${code ?? fault} ${message}`,
  );
}

/** Files of two skills, and files that are not published. */
export const SKILL_FILES = {
  "review/SKILL.md": skillText("review"),
  "review/refs/a b.md": "# A\n",
  "team/pdf/SKILL.md": skillText("pdf"),
  "README.md": "not part of a skill",
  ".git/config": "hidden",
  "review/.hidden": "hidden",
};

/**
 * Writes files to a folder and publishes the skills of the folder. `errors`
 * contains the messages of the errors that the server reports.
 */
export async function publishSkills(
  files: Readonly<Record<string, string>>,
  settings: object = {},
) {
  const { skills } = await loadSkillServer();
  const folder = temporaryFolder();
  writeTree(folder, files);
  const errors: string[] = [];
  const handlers = await skills(folder, {
    watchMs: 0,
    onError: ({ message }: Error) => errors.push(message),
    ...settings,
  });
  return { folder, errors, handlers };
}
