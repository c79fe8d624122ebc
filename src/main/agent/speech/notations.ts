// The table of the markup that models write around calls, results, thoughts and turns: what begins it, where it ends, what it holds. Tokens of DeepSeek,
// Kimi, Llama, Phi, Granite, Gemma and gpt-oss, tags of Qwen, Hermes, GLM, Claude, MiniMax and kin. Used by mark-scan.ts and speech-reader.ts.

/** Holds calls, or what nobody should see, up to one of these tags or to the end of the answer. */
export interface Block {
  readonly kind: 'block';
  readonly ends: ReadonlySet<string>;
  readonly hasCalls: boolean;
}

/**
 * What a piece of markup begins or ends. `header`: what follows says whose words come next; `role`: somebody else's turn, which is made up; `part end`: thoughts
 * end with it; `tool`: a tag named like one, a call if it is the last thing of an answer; `rest`: says nothing any more; `inner rest`: the same, but only
 * where other markup was, since on its own it may be XML that somebody is taught.
 */
export type Mark =
  | Block
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'think' | 'unthink' | 'header' | 'role' | 'over' | 'part end' | 'rest' | 'inner rest' };

const words = (list: string): string[] => list.split(' ');
const marks = (list: string, kind: Exclude<Mark['kind'], 'block' | 'tool'>): [string, Mark][] =>
  words(list).map((name) => [name, { kind }]);
const block = (name: string, ends: string, hasCalls = true): [string, Mark] => [
  name,
  { kind: 'block', ends: new Set(words(ends)), hasCalls },
];
const closedBySlash = (list: string, hasCalls = true): [string, Mark][] =>
  words(list).map((name) => block(name, `/${name}`, hasCalls));

const ENVELOPES =
  'tool_call tool_calls function_call function_calls antml:function_calls minimax:tool_call seed:tool_call toolcall functioncall use_mcp_tool';
const RESULTS = 'tool_response tool_responses tool_result function_result function_results';
const slashed = (list: string): string => `/${list.replaceAll(' ', ' /')}`;

/** Tags that any XML could have; names are lower case. `invoke` needs a name, `function=` has one. */
export const TAGS: ReadonlyMap<string, Mark> = new Map([
  ...marks('think thinking seed:think antml:thinking', 'think'),
  ...marks('/think /thinking /seed:think /antml:thinking', 'unthink'),
  ...closedBySlash(ENVELOPES),
  ...closedBySlash(RESULTS, false),
  block('invoke', '/invoke'),
  block('antml:invoke', '/antml:invoke'),
  block('function=', '/function /tool_call'),
  // FunctionGemma and Gemma 4.
  block('start_function_call', 'end_function_call'),
  block('start_function_response', 'end_function_response', false),
  block('|tool_call', 'tool_call|'),
  block('|tool_response', 'tool_response|', false),
  ...marks('|channel', 'think'),
  ...marks('channel|', 'unthink'),
  ...marks('end_function_call end_function_response tool_call| tool_response|', 'rest'),
  ...marks('start_of_turn |turn', 'role'),
  ...marks('end_of_turn turn|', 'over'),
  ...marks(`${slashed(`${ENVELOPES} ${RESULTS}`)} /function /invoke /parameter`, 'inner rest'),
]);

/** Tokens between bars, without them, `▁` as `_`. */
export const TOKENS: ReadonlyMap<string, Mark> = new Map([
  ...marks('begin_of_thinking begin_of_thought start_thinking', 'think'),
  ...marks('end_of_thinking end_of_thought end_thinking /think', 'unthink'),
  ...marks('tool_calls_end tool_call_end tool_calls_section_end tool_outputs_end', 'rest'),
  ...marks('tool_output_end action_end end_action python_end tool_sep', 'rest'),
  ...marks('tool_call_argument_begin message call constrain end_header_id', 'rest'),
  ...marks('begin_of_sentence begin_of_text start_response end_response', 'rest'),
  ...marks('/tool_call /tool_calls /function_call /function_calls /tool_response', 'rest'),
  ...marks('end', 'part end'),
  ...marks('channel start', 'header'),
  ...marks('im_start start_header_id user assistant system', 'role'),
  ...marks('im_end eot_id eom_id eot eos return endoftext end_of_text', 'over'),
  ...marks('end_of_turn_token end_of_sentence end_of_turn', 'over'),
  block('tool_calls_begin', 'tool_calls_end'),
  block('tool_call_begin', 'tool_call_end tool_calls_end tool_calls_section_end'),
  block('tool_calls_section_begin', 'tool_calls_section_end'),
  block('tool_outputs_begin', 'tool_outputs_end', false),
  block('tool_output_begin', 'tool_output_end', false),
  block('start_action', 'end_action'),
  block('tool_call_start', 'tool_call_end'),
  block('python_start', 'python_end'),
  block('action_start', 'action_end'),
  block('python_tag', 'action_end'),
  block('plugin', 'action_end'),
  block('interpreter', 'action_end'),
  ...closedBySlash('tool_call tool_calls function_call function_calls'),
  ...closedBySlash('tool_response tool_result', false),
]);

/** Marks in square brackets, which have no bars and no variants. */
export const BRACKETS: ReadonlyMap<string, Mark> = new Map([
  block('[TOOL_CALLS]', '[/tool_calls]'),
  block('[TOOL_RESULTS]', '[/tool_results]', false),
  ...marks('[/TOOL_CALLS] [/TOOL_RESULTS]', 'rest'),
  ...marks('[THINK]', 'think'),
  ...marks('[/THINK]', 'unthink'),
]);

/** Words that are marks where a line or a sentence begins. */
export const WORD_MARKS: ReadonlyMap<string, Mark> = new Map([
  block('minimax:tool_call', '/minimax:tool_call'),
  block('functools[', ''),
]);

/** Ends of turns, which end a block too. */
export const endsTurn = (name: string): boolean => (TOKENS.get(name) ?? TAGS.get(name))?.kind === 'over';

/** A tag as the tables have it: without brackets, bars and blanks; one bar at its end alone stays. */
export const tagName = (tag: string): string => {
  const name = tag
    .replace(/[<>|\uff5c\u2016\u2502\u00a6\s]/g, '')
    .replaceAll('\u2581', '_')
    .toLowerCase();
  return /^<[^|].*\|>$/.test(tag) ? `${name}|` : name;
};

export const isSpace = (char: string): boolean => char !== '' && ' \n\t\r'.includes(char);
