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
} from "./manifest/address.js";

/**
 * Name of an option, header, parameter or JSON member with a secret value.
 * Names such as `max-tokens`, `author` and `keyword` do not match.
 */
const SECRET_NAME =
  /key(?!board|word)|token(?!s|iz)|secret|passw|passp|credential|auth(?!or(?!i))|cookie|bearer|(?<![a-z])(?:pat|pass|pwd|pw|jwt)(?![a-z])/i;

/**
 * Text that looks like a random token: 16 letters and digits in a row, or the
 * start of a UUID. A text that looks like a path does not match.
 */
const RANDOM =
  /^(?![./~]|.*\.[a-z]{1,4}$)(?=.*(?:(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16}|[a-f\d]{8}-[a-f\d]{4}-))[\w+/=.~-]+$/i;

/**
 * Name and value, such as `NAME=VALUE`, `--name=VALUE` or `Name: VALUE`. A text
 * such as `auth-server:1.2` can be the name of an image or a script.
 */
const PAIR = /^(-*([a-z_][\w.-]*)(?:=|:\s+))(.+)$/is;

/** Name and value of a header, also without a space: `Name:VALUE`. */
const HEADER = /^(([a-z_][\w.-]*):\s*)(.+)$/is;

/**
 * Variables that a shell usually defines. Other variables are used for secrets,
 * because a value from the shell would replace the secret without a warning.
 */
const SHELL_VARIABLE =
  /^(?:HOME|HOST|HOSTNAME|LANG|LOGNAME|PATH|PWD|SHELL|TERM|TMPDIR|USER)$/;

/** Variable in an address. The group is the name of the variable. */
export const VARIABLE = /\$\{(\w+)\}/g;

/** Returns the names of all variables in an address. */
export function findVariables(address: object): string[] {
  const found = JSON.stringify(address).matchAll(VARIABLE);
  return [...new Set(Array.from(found, ([, name = ""]) => name))];
}

/** Callback that returns the variable for the value with the given name. */
type Hide = (name: string, value: string) => string;

/**
 * Returns the address with variables such as `${NAME}` instead of secrets.
 * Different values have different variables.
 */
export function hideSecrets({ from, headers, env }: ServerAddress) {
  const values = new Map<string, string>();
  const hide: Hide = (name, value) => {
    if (/^(?:\$\{\w+\})+$/.test(value)) return value;
    const first = name.replace(/\W+/g, "_");
    let variable = first;
    for (let count = 2; (values.get(variable) ?? value) !== value; count++)
      variable = `${first}_${count}`;
    values.set(variable, value);
    return `\${${variable}}`;
  };
  const hideAll = (texts: ServerAddress["env"], hideText: Hide) =>
    texts &&
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, hideText(name, text)]),
    );
  return {
    headers: hideAll(headers, (name, text) => hide(toVariable(name), text)),
    env: hideAll(env, hide),
    from: hideInAddress(from, (name, text) =>
      hide(toVariable(name).replace(SHELL_VARIABLE, "SERVER_$&"), text),
    ),
  };
}

function hideInAddress(from: string, hide: Hide): string {
  if (isUrl(from)) return hideInUrl(from, hide);
  const words = splitCommand(from);
  const hidden = hideInWords(words, hide);
  return hidden.join() === words.join() ? from : joinCommand(hidden);
}

function hideInWords(words: readonly string[], hide: Hide): string[] {
  return words.map((word, index) => {
    // A secret can start with one hyphen. Two hyphens start the next option.
    const before = word.startsWith("--") ? "" : (words[index - 1] ?? "");
    const [, option = ""] = /^--?([a-z][\w.-]*)$/i.exec(before) ?? [];
    return hideValue(option, word, hide);
  });
}

/** Hides a value that belongs to the given name, such as the name of an option. */
function hideValue(name: string, value: string, hide: Hide): string {
  const isUser =
    /^u(?:ser)?$/i.test(name) && /^(?!\d+[:=]\d+$).+[:=]/.test(value);
  if (isUser || SECRET_NAME.test(name)) return hide(name, value);
  const pair = /^(?:H|header)$/i.test(name) ? HEADER : PAIR;
  const [, start, member = "", inner = ""] = pair.exec(value) ?? [];
  if (start !== undefined) return start + hideValue(member, inner, hide);
  // A value with spaces or quotes can be JSON or a command for a shell. A value
  // with semicolons or commas can be a connection string.
  const parts = value
    .replace(/\\?["']?\s*[=:](?!\/\/)[\s\\"'{[]*/g, "=")
    .split(/[\s"'{}[\],;&|()\\]+/);
  const isSecret =
    RANDOM.test(value) ||
    (/[\s"'{]|^(?!https?:).*[;,]/is.test(value) &&
      hideInWords(parts, hide).join() !== parts.join());
  return isSecret ? hide(name || "secret", value) : hideInUrl(value, hide);
}

/** Hides the secrets of the URL in a text, if the text contains a URL. */
function hideInUrl(text: string, hide: Hide): string {
  return text.replace(/[a-z][a-z\d+.-]*:\/\/.*/is, (url) =>
    url
      // `git` is the name of a user without a password.
      .replace(/(?<=:\/\/)(?!git@)[^/?#]*(?=@)/, (user) =>
        hide("credentials", user),
      )
      // The padding of a token in Base64 is not the end of a name. The fragment
      // of a URL for `git` is the name of a version or a folder.
      .replace(
        /(?<=[?&]|(?<!^git\+.*)#)(?:([^=&#]+)=(?=[^=&#]))?[^&#]+/g,
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
