// Commands that are typed: which there are, and whether a text is one. A path is no command. Pure. Source: console, Chat.

export const SLASH_COMMANDS = [
  'new',
  'stop',
  'retry',
  'model',
  'profile',
  'readonly',
  'export',
  'help',
] as const;
export type SlashCommand = (typeof SLASH_COMMANDS)[number];

export type Typed =
  | { readonly kind: 'message' }
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly rest: string }
  /** One word that is no command, and is meant as one. */
  | { readonly kind: 'unknown'; readonly word: string };

const isCommand = (word: string): word is SlashCommand =>
  (SLASH_COMMANDS as readonly string[]).includes(word);

export function readTyped(text: string): Typed {
  const line = text.trim();
  const match = /^\/([a-z]+)(?:\s(.*))?$/s.exec(line);
  if (!match) return { kind: 'message' };
  const [, word = '', rest = ''] = match;
  if (isCommand(word)) return { kind: 'command', command: word, rest: rest.trim() };
  return rest === '' ? { kind: 'unknown', word } : { kind: 'message' };
}

/** Those that begin like what is typed; null where no command is being typed. */
export function offered(text: string, caret: number): readonly SlashCommand[] | null {
  const match = /^\/([a-z]*)$/.exec(text.slice(0, caret));
  if (!match || caret !== text.length) return null;
  return SLASH_COMMANDS.filter((command) => command.startsWith(match[1] ?? ''));
}
