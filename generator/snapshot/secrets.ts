/**
 * Replaces values of a server's address that can be secrets by variables,
 * because generated files are committed. The rules prefer to replace too many
 * values.
 */
import {
  isUrl,
  joinCommand,
  splitCommand,
  toVariable,
  type ServerAddress,
} from "../new/manifest/address.js";

/** Name of an option, header, parameter or JSON member with a secret value. */
const SECRET_NAME =
  /key|token|secret|passw|credential|auth|cookie|bearer|(?<![a-z])(?:pat|pass|pwd|pw|jwt)(?![a-z])/i;

/**
 * Text that looks like a random token: 16 letters and digits in a row, or the
 * start of a UUID. A text that looks like a path does not match.
 */
const RANDOM =
  /^(?![./~]|.*\.[a-z]{1,4}$)(?=.*(?:(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16}|[a-f\d]{8}-[a-f\d]{4}-))[\w+/=.~-]+$/i;

/**
 * Variables that a shell usually defines. Other variables are used for secrets,
 * because a value from the shell would replace the secret without a warning.
 */
const SHELL_VARIABLE =
  /^(?:HOME|HOST|HOSTNAME|LANG|LOGNAME|PATH|PWD|SHELL|TERM|TMPDIR|USER)$/;

/** Variable in an address. The group is the name of the variable. */
export const VARIABLE = /\$\{(\w+)\}/g;

/** Callback that returns the variable for the value with the given name. */
type Hide = (name: string, value: string) => string;

/**
 * Returns the address with variables such as `${NAME}` instead of secrets, the
 * words of its command, and the names of all its variables. Different values
 * have different variables.
 */
export function hideSecrets({
  from,
  headers,
  env,
}: Pick<ServerAddress, "from" | "headers" | "env">) {
  const values = new Map<string, string>();
  const hide: Hide = (name, value) => {
    if (/^(?:\$\{\w+\})+$/.test(value)) return value;
    let variable = name;
    for (let count = 2; (values.get(variable) ?? value) !== value; count++)
      variable = `${name}_${count}`;
    values.set(variable, value);
    return `\${${variable}}`;
  };
  const hideAll = (
    texts: ServerAddress["env"],
    toText: Hide,
  ): ServerAddress["env"] =>
    texts &&
    Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, toText(name, value)]),
    );
  const hidden = {
    headers: hideAll(headers, (name, value) => hide(toVariable(name), value)),
    env: hideAll(env, (name, value) => hide(name.replace(/\W+/g, "_"), value)),
  };
  const given = isUrl(from) ? [] : splitCommand(from);
  const hideWord: Hide = (name, value) => {
    const variable = toVariable(name);
    const prefix = SHELL_VARIABLE.test(variable) ? "SERVER_" : "";
    return hide(prefix + variable, value);
  };
  const words = hideInWords(given, hideWord);
  const isSame = words.every((word, index) => word === given[index]);
  const command = isSame ? from : joinCommand(words);
  const address = {
    ...hidden,
    from: isUrl(from) ? hideInUrl(from, hideWord) : command,
  };
  const found = [...JSON.stringify(address).matchAll(VARIABLE)];
  const names = [...new Set(found.map(([, name]) => name))];
  return { ...address, words, names };
}

function hideInWords(words: readonly string[], hide: Hide): string[] {
  return words.map((word, index) => {
    const before = /^--?([a-z][\w.-]*)$/i.exec(words[index - 1] ?? "");
    // A secret can start with one hyphen. Two hyphens start the next option.
    return word.startsWith("--")
      ? hideInWord(word, "", hide)
      : hideValue(word, before?.[1] ?? "", hide);
  });
}

/** Hides a value that belongs to the given name, such as the name of an option. */
function hideValue(value: string, name: string, hide: Hide): string {
  return SECRET_NAME.test(name)
    ? hide(name, value)
    : hideInWord(value, name, hide);
}

function hideInWord(word: string, name: string, hide: Hide): string {
  // `NAME=VALUE`, `--name=VALUE`, `Name: VALUE`, and `Name:VALUE` after `-H`
  const separator = /^(?:H|header)$/i.test(name) ? "=|:\\s*" : "=|:\\s+";
  const pair = new RegExp(`^(-*([a-z_][\\w.-]*)(?:${separator}))(.+)$`, "is");
  const [, start, member = "", value = ""] = pair.exec(word) ?? [];
  if (start !== undefined) return start + hideValue(value, member, hide);
  const withoutMembers = word.replace(
    /(?<="([^"\\]+)"\s*:\s*")(?:\\.|[^"\\])+/g,
    (value, member: string) => hideValue(value, member, hide),
  );
  if (withoutMembers !== word) return withoutMembers;
  // A word with spaces can be a command for a shell.
  const parts = /\s/.test(word) ? splitCommand(word) : [];
  const hidesPart = hideInWords(parts, hide).join() !== parts.join();
  const isUser = /^u(?:ser)?$/i.test(name) && /^(?!\d+:\d+$).+:/.test(word);
  return hidesPart || isUser || RANDOM.test(word)
    ? hide(name || "secret", word)
    : hideInUrl(word, hide);
}

/** Hides the secrets of the URL in a text, if the text contains a URL. */
function hideInUrl(text: string, hide: Hide): string {
  return text.replace(/[a-z][a-z\d+.-]*:\/\/.*/is, (url) =>
    url
      // `git` is the name of a user without a password.
      .replace(/(?<=:\/\/)(?!git@)[^/?#]*(?=@)/, (user) =>
        hide("credentials", user),
      )
      // The padding of a token in Base64 is not the end of a name.
      .replace(
        /(?<=[?&#])(?:([^=&#]+)=(?=[^=&#]))?[^&#]+/g,
        (member, name?: string) =>
          name === undefined || RANDOM.test(name)
            ? hide("query", member)
            : `${name}=${hide(name, member.slice(name.length + 1))}`,
      )
      .replace(/(?<=[^/]\/)[^/?#]+/g, (part) =>
        RANDOM.test(part) ? hide("secret", part) : part,
      ),
  );
}
