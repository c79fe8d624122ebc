// The markup that models leave in their answers, by name, and a scan that knows a tag from its first characters on: bar tokens of DeepSeek, Kimi,
// Llama, Phi and gpt-oss, tags of Qwen, Hermes, GLM, MiniMax and kin. Never looks further than one tag. Used by speech-reader.ts and block.ts.
// Source: agent, Markup.

/** What a piece of markup begins or ends. */
export type Mark =
  | { readonly kind: 'think' }
  | { readonly kind: 'unthink' }
  /** Holds calls, or what nobody should see, up to one of these tags or to the end of the answer. */
  | { readonly kind: 'block'; readonly ends: ReadonlySet<string>; readonly hasCalls: boolean }
  /** What follows says whose words come next. */
  | { readonly kind: 'header' }
  /** Somebody else's turn: what follows is made up. */
  | { readonly kind: 'role' }
  | { readonly kind: 'over' }
  /** A part of the turn ends; thoughts end with it. */
  | { readonly kind: 'part end' }
  /** Says nothing any more, and is taken out. */
  | { readonly kind: 'rest' }
  /** The same, but only where other markup was: on its own it may be XML that somebody is taught. */
  | { readonly kind: 'inner rest' };

const words = (list: string): string[] => list.split(' ');
const marks = (list: string, mark: Mark): [string, Mark][] => words(list).map((name) => [name, mark]);
const block = (name: string, ends: string, hasCalls = true): [string, Mark] => [
  name,
  { kind: 'block', ends: new Set(words(ends)), hasCalls },
];
const closedBySlash = (list: string, hasCalls = true): [string, Mark][] =>
  words(list).map((name) => block(name, `/${name}`, hasCalls));

const ENVELOPES =
  'tool_call tool_calls function_call function_calls antml:function_calls minimax:tool_call seed:tool_call toolcall functioncall';
const RESULTS = 'tool_response tool_responses tool_result function_result function_results';
const slashed = (list: string): string => `/${list.replaceAll(' ', ' /')}`;

/** Tags that any XML could have; names are lower case. `invoke` needs a name, `function=` has one. */
const TAGS: ReadonlyMap<string, Mark> = new Map([
  ...marks('think thinking seed:think antml:thinking', { kind: 'think' }),
  ...marks('/think /thinking /seed:think /antml:thinking', { kind: 'unthink' }),
  ...closedBySlash(ENVELOPES),
  ...closedBySlash(RESULTS, false),
  block('invoke', '/invoke'),
  block('antml:invoke', '/antml:invoke'),
  block('function=', '/function /tool_call'),
  ...marks(slashed(`${ENVELOPES} ${RESULTS}`), { kind: 'rest' }),
  ...marks('/function /invoke /parameter', { kind: 'inner rest' }),
]);

/** Tokens between bars, without them, `▁` as `_`. */
const TOKENS: ReadonlyMap<string, Mark> = new Map([
  ...marks('begin_of_thinking begin_of_thought start_thinking', { kind: 'think' }),
  ...marks('end_of_thinking end_of_thought end_thinking /think', { kind: 'unthink' }),
  block('tool_calls_begin', 'tool_calls_end'),
  block('tool_call_begin', 'tool_call_end tool_calls_end tool_calls_section_end'),
  block('tool_calls_section_begin', 'tool_calls_section_end'),
  block('tool_outputs_begin', 'tool_outputs_end', false),
  block('tool_output_begin', 'tool_output_end', false),
  block('start_action', 'end_action'),
  block('action_start', 'action_end'),
  ...closedBySlash('tool_call tool_calls function_call function_calls'),
  ...closedBySlash('tool_response tool_result', false),
  ...marks('python_tag plugin interpreter', { kind: 'block', ends: new Set(['action_end']), hasCalls: true }),
  ...marks('end', { kind: 'part end' }),
  ...marks('channel start', { kind: 'header' }),
  ...marks('im_start start_header_id user assistant system', { kind: 'role' }),
  ...marks('im_end eot_id eom_id endoftext end_of_text end_of_sentence end_of_turn return eos', {
    kind: 'over',
  }),
  ...marks(
    'message call constrain begin_of_sentence begin_of_text end_header_id start_response end_response tool_sep tool_call_argument_begin',
    { kind: 'rest' },
  ),
  ...marks(
    'tool_calls_end tool_call_end tool_calls_section_end tool_outputs_end tool_output_end action_end end_action',
    { kind: 'rest' },
  ),
  ...marks('/tool_call /tool_calls /function_call /function_calls /tool_response', { kind: 'rest' }),
]);

/** Marks in square brackets, which have no bars and no variants. */
const BRACKETS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['[TOOL_CALLS]', { kind: 'block', ends: new Set(['[/tool_calls]']), hasCalls: true }],
  ['[/TOOL_CALLS]', { kind: 'rest' }],
  ['[TOOL_RESULTS]', { kind: 'block', ends: new Set(['[/tool_results]']), hasCalls: false }],
  ['[/TOOL_RESULTS]', { kind: 'rest' }],
  ['[THINK]', { kind: 'think' }],
  ['[/THINK]', { kind: 'unthink' }],
]);

/** Words that are marks where a line or a sentence begins. */
export const WORD_MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['minimax:tool_call', { kind: 'block', ends: new Set(['/minimax:tool_call']), hasCalls: true }],
  ['functools[', { kind: 'block', ends: new Set(), hasCalls: true }],
]);

const prefixesOf = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))));
const TAG_PREFIXES = prefixesOf(TAGS.keys());
const TOKEN_PREFIXES = prefixesOf(TOKENS.keys());
const BRACKET_PREFIXES = prefixesOf(BRACKETS.keys());
const DSML_PREFIXES = prefixesOf(['dsml', '/dsml']);
const IDENTIFIER = /[A-Za-z0-9_]/;
const NAME_CHARACTER = /[A-Za-z0-9_/:=.-]/;

export const isBar = (char: string): boolean =>
  char === '|' || char === '\uff5c' || char === '\u2016' || char === '\u2502' || char === '\u00a6';
export const isSpace = (char: string): boolean =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r';

const MAX_NAME = 48;
const MAX_TAG = 160;

/** `tag` is one that any XML has: it may also be named in a sentence. */
export type Scanned = 'no' | 'more' | { readonly mark: Mark; readonly isTag: boolean };

/** One possible mark, character by character from its `<` or `[` on. Each takes constant time. */
export class MarkScan {
  /** What was taken so far. */
  held: string;
  readonly isBracket: boolean;
  #name = '';
  #hasBar = false;
  /** Behind a tag's name, before its `>`. */
  #attributes: string | null = null;

  constructor(first: '<' | '[') {
    this.held = first;
    this.isBracket = first === '[';
  }

  take(char: string): Scanned {
    this.held += char;
    if (this.held.length > MAX_TAG) return 'no';
    if (this.isBracket) return this.#bracket();
    if (char === '<') return 'no';
    if (this.#attributes !== null) return this.#attribute(char);
    if (isBar(char)) return this.#bar();
    if (isSpace(char)) return this.#space(char);
    if (char === '>') return this.#lookUp();
    return this.#letter(char === '\u2581' ? '_' : char);
  }

  /** Whether an answer that ends here was cut off within a mark; other beginnings of one are characters like any. */
  get isCutOff(): boolean {
    return this.held.startsWith('<\uff5c') || this.#isDsml || this.held.length > 12;
  }

  get #isDsml(): boolean {
    if (!this.#name.startsWith('dsml') && !this.#name.startsWith('/dsml')) return false;
    return this.#hasBar || this.held.includes('DSML');
  }

  #bracket(): Scanned {
    const mark = BRACKETS.get(this.held);
    if (mark) return { mark, isTag: false };
    return BRACKET_PREFIXES.has(this.held) ? 'more' : 'no';
  }

  #bar(): Scanned {
    if (!this.#hasBar && this.#name.length > 1 && !this.#isDsml) return 'no';
    this.#hasBar = true;
    return this.held.length > MAX_NAME ? 'no' : 'more';
  }

  #space(char: string): Scanned {
    if (this.#isDsml && this.#name.length > '/dsml'.length) return this.#lookUp();
    if (this.#hasBar) return this.held.length > MAX_NAME ? 'no' : 'more';
    if (!TAGS.has(this.#name) || char === '\n') return 'no';
    this.#attributes = '';
    return 'more';
  }

  #letter(char: string): Scanned {
    const isDsml = this.#isDsml;
    if (isDsml && !IDENTIFIER.test(char)) return this.#lookUp();
    if (!NAME_CHARACTER.test(char)) return 'no';
    this.#name += char.toLowerCase();
    if (isDsml) return this.#name.length > MAX_NAME ? this.#lookUp() : 'more';
    if (this.#name === 'function=' && !this.#hasBar) {
      this.#attributes = '';
      return 'more';
    }
    const prefixes = this.#hasBar ? TOKEN_PREFIXES : TAG_PREFIXES;
    return prefixes.has(this.#name) || DSML_PREFIXES.has(this.#name) ? 'more' : 'no';
  }

  #attribute(char: string): Scanned {
    if (char === '\n') return 'no';
    // `<functioncall {"name": …}>` holds the call itself.
    if (this.#name === 'functioncall' && char === '{') return this.#lookUp();
    if (char === '>') return this.#lookUp();
    this.#attributes += char;
    return 'more';
  }

  #lookUp(): Scanned {
    const name = this.#name;
    if (this.#isDsml) return { mark: dsml(name), isTag: false };
    const mark = this.#hasBar ? TOKENS.get(name) : TAGS.get(name);
    if (!mark) return 'no';
    if (name.endsWith('invoke') && !name.startsWith('/') && !this.#attributes?.includes('name=')) return 'no';
    if (name === 'function=' && this.#attributes === '') return 'no';
    return { mark, isTag: !this.#hasBar };
  }
}

function dsml(name: string): Mark {
  if (name.startsWith('/')) return { kind: 'rest' };
  const inner = name.slice('dsml'.length);
  return { kind: 'block', ends: new Set([`/dsml${inner}`, `/${inner}`]), hasCalls: true };
}

/** Ends of turns, which end a block too. */
export const endsTurn = (name: string): boolean => TOKENS.get(name)?.kind === 'over';

/** A tag as the tables have it: without brackets, bars and blanks. */
export const tagName = (tag: string): string =>
  tag
    .replace(/[<>|\uff5c\u2016\u2502\u00a6\s]/g, '')
    .replaceAll('\u2581', '_')
    .toLowerCase();
