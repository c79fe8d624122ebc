// Colours of code, fetched when the first finished block is shown: words with the class of what they are, no style of their own. In an engine of plain
// patterns, so that nothing is compiled at run time. Knows the languages an operator meets. Source: console, Libraries.
import type { HighlighterCore } from 'shiki/core';

export interface Word {
  readonly text: string;
  /** A class of code.module.css; null for plain. */
  readonly tone: Tone | null;
}

export type Tone =
  | 'comment'
  | 'string'
  | 'keyword'
  | 'constant'
  | 'function'
  | 'parameter'
  | 'punctuation'
  | 'link';

/** Longer ones stay plain: they would hold the page. */
const LONGEST = 20_000;
const LONGEST_LINE = 1000;

const LANGUAGES = {
  bash: () => import('shiki/langs/shellscript.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const;
type Language = keyof typeof LANGUAGES;

const OTHER_NAMES: Readonly<Record<string, Language>> = {
  ...{ sh: 'bash', shell: 'bash', console: 'bash', zsh: 'bash', shellscript: 'bash', dockerfile: 'docker' },
  ...{ js: 'javascript', jsx: 'javascript', ts: 'typescript', tsx: 'typescript', py: 'python', rs: 'rust' },
  ...{ yml: 'yaml', jsonc: 'json', conf: 'ini', systemd: 'ini', service: 'ini', patch: 'diff', svg: 'xml' },
};

/** What a fence calls a language, as it is called here; null for one that is not known. */
export function languageOf(name: string): Language | null {
  const lower = name.toLowerCase();
  if (Object.hasOwn(LANGUAGES, lower)) return lower as Language;
  return Object.hasOwn(OTHER_NAMES, lower) ? (OTHER_NAMES[lower] ?? null) : null;
}

const SCOPES: Readonly<Record<Tone, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'markup.inserted', 'punctuation.definition.string'],
  keyword: ['keyword', 'storage', 'keyword.operator.word', 'markup.deleted', 'entity.name.tag'],
  constant: ['constant', 'support.constant', 'variable.language', 'support.type.property-name', 'meta.diff'],
  function: [
    'entity.name.function',
    'support.function',
    'entity.name.command',
    'entity.other.attribute-name',
  ],
  parameter: ['variable.parameter', 'constant.other.option'],
  punctuation: ['punctuation', 'keyword.operator'],
  link: ['markup.underline.link'],
};

const TONES = Object.keys(SCOPES) as Tone[];
/** A colour that stands for each tone: never shown, only asked for. */
const COLOUR = new Map(TONES.map((tone, at) => [`#00000${String(at + 1)}`, tone]));

const THEME = {
  name: 'tones',
  type: 'light' as const,
  fg: '#000000',
  bg: '#ffffff',
  settings: [...COLOUR].map(([foreground, tone]) => ({
    scope: [...SCOPES[tone]],
    settings: { foreground },
  })),
};

let made: Promise<HighlighterCore> | null = null;
const loaded = new Map<Language, Promise<void>>();

async function highlighter(): Promise<HighlighterCore> {
  made ??= (async () => {
    const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
      import('shiki/core'),
      import('shiki/engine/javascript'),
    ]);
    const engine = createJavaScriptRegexEngine({ forgiving: true });
    return createHighlighterCore({ engine, themes: [THEME], langs: [] });
  })();
  return made;
}

/** @returns the words of each line; null where it stays plain */
export async function wordsOf(code: string, name: string): Promise<readonly (readonly Word[])[] | null> {
  const language = languageOf(name);
  if (language === null || code.length > LONGEST) return null;
  if (code.split('\n').some((line) => line.length > LONGEST_LINE)) return null;
  const core = await highlighter();
  let load = loaded.get(language);
  if (!load) {
    load = LANGUAGES[language]().then(({ default: grammar }) => core.loadLanguage(grammar));
    loaded.set(language, load);
  }
  await load;
  const { tokens } = core.codeToTokens(code, {
    ...{ lang: GRAMMAR[language] ?? language, theme: 'tones' },
    tokenizeTimeLimit: 100,
  });
  return tokens.map((line) =>
    line.map(({ content, color }) => ({ text: content, tone: COLOUR.get(color ?? '') ?? null })),
  );
}

const GRAMMAR: Partial<Record<Language, string>> = { bash: 'shellscript' };
