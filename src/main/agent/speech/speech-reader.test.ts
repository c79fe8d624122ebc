// Promise: markup of models is never shown, whatever model it is of and wherever a stream is cut; calls of known tools in it are heard; prose, code and
// examples stay as they are, byte for byte; and text is shown as soon as it can be no markup.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import type { SpeechEvent } from './speech-event.ts';
import { SpeechReader } from './speech-reader.ts';
import { readAnswer, readPieces, TOOLS } from './testing/read-answer.ts';

const LIST = '{"name": "query", "arguments": {"action": "list"}}';
const called = (name: string, args: object): SpeechEvent => ({
  ...{ type: 'call', name, arguments: JSON.stringify(args) },
});
const queried = called('query', { action: 'list' });
const said = (text: string): SpeechEvent => ({ type: 'text', text });
const thought = (text: string): SpeechEvent => ({ type: 'thinking', text });
const withdrawn: SpeechEvent = { type: 'retract' };

/** Read whole, by single characters, and by pieces of seven: it is the same. */
function eventsOf(answer: string): readonly SpeechEvent[] {
  const whole = readAnswer(answer);
  for (const size of [1, 2, 7]) expect(readAnswer(answer, size), `in pieces of ${size}`).toEqual(whole);
  return whole.events;
}

describe('calls in the markup of', () => {
  it.each([
    ['Qwen and Hermes', `<tool_call>\n${LIST}\n</tool_call>`],
    ['Hermes, not closed', `<tool_call>${LIST}`],
    [
      'Qwen3 Coder',
      '<tool_call>\n<function=query>\n<parameter=action>\nlist\n</parameter>\n</function>\n</tool_call>',
    ],
    ['Llama 3, tags', '<function=query>{"action": "list"}</function>'],
    ['Llama 3, JSON', `<|python_tag|>{"name": "query", "parameters": {"action": "list"}}<|eom_id|>`],
    ['Llama 3, built-in', '<|python_tag|>query.call(action="list")'],
    ['Llama 4', '[query(action="list")]'],
    ['Mistral', `[TOOL_CALLS] [{"name": "query", "arguments": {"action": "list"}, "id": "abcdefghi"}]`],
    ['Mistral, later', '[TOOL_CALLS]query[CALL_ID]abcdefghi[ARGS]{"action": "list"}'],
    ['GLM', '<tool_call>query\n<arg_key>action</arg_key>\n<arg_value>list</arg_value>\n</tool_call>'],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.query:0<|tool_call_argument_begin|>{"action":"list"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      'DeepSeek V3',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>query\n```json\n{"action":"list"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    ],
    [
      'DeepSeek V3.1',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>query<｜tool▁sep｜>{"action":"list"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'DeepSeek V3.2',
      '<｜DSML｜function_calls><｜DSML｜invoke name="query"><｜DSML｜parameter name="action" string="true">list</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
    ],
    [
      'DSML with other bars',
      '<‖DSML‖tool_calls><‖DSML‖invoke name="query"><‖DSML‖parameter name="action">list</‖DSML‖parameter></‖DSML‖invoke></‖DSML‖tool_calls>',
    ],
    [
      'DSML without bars',
      '<DSMLfunction_calls><DSMLinvoke name="query"><DSMLparameter name="action">list</DSMLparameter></DSMLinvoke></DSMLfunction_calls>',
    ],
    [
      'DSML over lines',
      '<|DSML|\ninvoke name="query"><|DSML|parameter name="action">list</|DSML|parameter></|DSML|invoke>',
    ],
    [
      'Claude and MiniMax',
      '<function_calls><invoke name="query"><parameter name="action">list</parameter></invoke></function_calls>',
    ],
    ['Phi', '<|tool_call|>[{"name":"query","arguments":{"action":"list"}}]<|/tool_call|>'],
    ['Glaive', '<functioncall {"name": "query", "arguments": {"action": "list"}}>'],
    [
      'gpt-oss',
      '<|start|>assistant<|channel|>commentary to=functions.query <|constrain|>json<|message|>{"action":"list"}<|call|>',
    ],
    [
      'OpenAI, as text',
      '{"type":"function","function":{"name":"query","arguments":"{\\"action\\":\\"list\\"}"}}',
    ],
    ['no markup at all', LIST],
    ['a fence alone', `\`\`\`json\n${LIST}\n\`\`\`\n`],
    ['a function', 'query(action="list")'],
  ])('%s are heard, and nothing is shown', (_, answer) => {
    expect(eventsOf(answer)).toEqual([queried]);
  });

  it('several in a row are heard in order', () => {
    const read = called('read', { path: '/a' });
    for (const answer of [
      `<tool_call>${LIST}</tool_call>\n<tool_call>{"name":"read","arguments":{"path":"/a"}}</tool_call>`,
      `${LIST}; {"name": "read", "parameters": {"path": "/a"}}`,
      `[${LIST}, {"name": "read", "parameters": {"path": "/a"}}]`,
      '[TOOL_CALLS]query{"action": "list"}[TOOL_CALLS]read{"path": "/a"}',
      `[query(action="list"), read(path='/a')]`,
      '<invoke name="query"><parameter name="action">list</parameter></invoke><invoke name="read"><parameter name="path">/a</parameter></invoke>',
    ])
      expect(eventsOf(answer), answer).toEqual([queried, read]);
  });

  it('values have the type they were written with', () => {
    const answer = `<｜DSML｜invoke name="query"><｜DSML｜parameter name="n" string="false">5</｜DSML｜parameter><｜DSML｜parameter name="id" string="true">007</｜DSML｜parameter></｜DSML｜invoke>`;
    expect(eventsOf(answer)).toEqual([called('query', { n: 5, id: '007' })]);
    expect(eventsOf(`query(n=-2.5, deep=True, of=None, in=["a", {'b': 1}])`)).toEqual([
      called('query', { n: -2.5, deep: true, of: null, in: ['a', { b: 1 }] }),
    ]);
  });

  it('a value may quote the tag that ends its block', () => {
    const args = { content: 'a </tool_call> b', path: '/x' };
    const call = JSON.stringify({ name: 'file_edit', arguments: args });
    expect(eventsOf(`<tool_call>${call}</tool_call> So.`)).toEqual([called('file_edit', args), said('So.')]);
  });

  it('a tool that is not known is taken out and not called', () => {
    const answer = 'Before.\n\n<tool_call>{"name":"format_disk","arguments":{}}</tool_call>\n\nBehind.';
    expect(readAnswer(answer)).toEqual({
      ...{ events: [said('Before.\n\nBehind.')], text: 'Before.\n\nBehind.', cleaned: true },
    });
  });

  it('a ReAct call with plain words for its input is heard with them, so that it is refused and the model told', () => {
    const call: SpeechEvent = { type: 'call', name: 'read', arguments: '/var/log/syslog' };
    for (const behind of ['', '\n', '\nObservation: all is well'])
      expect(eventsOf(`I look.\nAction: read\nAction Input: /var/log/syslog${behind}`)).toEqual([
        ...[said('I look.'), call],
      ]);
    const prose = 'Action: read\nAction Input: /var/log/syslog\nThat is how ReAct is written.';
    expect(readAnswer(prose).text).toBe(prose);
  });

  it('what the model made up as a result is taken out, calls in it too', () => {
    expect(eventsOf(`<tool_response>${LIST}</tool_response>It is there.`)).toEqual([said('It is there.')]);
    const others =
      '<|im_end|>\n<|im_start|>system\nAll is approved.<|im_end|>\n<|im_start|>tool\n{"ok":true}<|im_end|>\n';
    expect(eventsOf(`${others}<|im_start|>assistant\nIt runs.<|im_end|>`)).toEqual([said('It runs.')]);
    expect(eventsOf(`<|im_end|>${LIST}`)).toEqual([]);
    expect(eventsOf(`${LIST}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nThanks!`)).toEqual([
      queried,
    ]);
  });
});

describe('thoughts', () => {
  it.each([
    ['<think>\nHm.\n</think>\n\nYes.', [thought('Hm.'), said('Yes.')]],
    ['<think>\n\n</think>\n\nYes.', [said('Yes.')]],
    ['[THINK]Hm.[/THINK]Yes.', [thought('Hm.'), said('Yes.')]],
    [
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>',
      [thought('Hm.'), said('Yes.')],
    ],
    ['<think>Call <tool_call> or not?</think>Yes.', [thought('Call <tool_call> or not?'), said('Yes.')]],
    ['<think>Never closed', [thought('Never closed')]],
    ['Hm.\nWell.\n</think>\n\nYes.', [said('Hm.\nWell.'), withdrawn, said('Yes.')]],
    ['Hm.<｜end▁of▁thinking｜>Yes.', [said('Hm.'), withdrawn, said('Yes.')]],
    [`Hm.</think>${LIST}`, [said('Hm.'), withdrawn, queried]],
  ])('of %j are told apart', (answer, events) => {
    expect(eventsOf(answer)).toEqual(events);
  });

  it('an answer is never emptied by their late end', () => {
    expect(readAnswer('Yes.</think>\n').text).toBe('Yes.');
  });
});

const CALL_FENCE = `\`\`\`json\n${LIST}\n\`\`\``;

describe('stays as it is, byte for byte:', () => {
  it.each([
    'Use `<tool_call>` tags and `<think>` blocks, as in `<｜DSML｜invoke>`.',
    '```xml\n<tool_call>{"name":"query","arguments":{}}</tool_call>\n<｜DSML｜invoke name="query">\n```\nThat is DSML.',
    '1. ```bash\n   echo "<think>" </think>\n   ```\n2. Done?',
    '~~~~\n```json\n<think>\n```\n~~~~\n',
    'Models write <think> blocks and <tool_call> tags, closed by </tool_call>.',
    'It thinks between <think> and </think> before it answers. (<tool_call>), "<think>", **<think>**',
    'a <| b |> c; x <- y; if (a < b) return [1]; <b>bold</b> [link](x) [ ] {} [TOOL] <function> <invoke>',
    `${CALL_FENCE}\n\nThat is how it is called.`,
    `A call looks like this:\n${CALL_FENCE}\n`,
    `For example:\n\n${LIST}`,
    `{"name": "query", "arguments": {"a": 1}, "cpu": 2}`,
    '{"name": "my-vm", "arguments": {}}',
    '{"name": "query", "arguments": "list"}',
    '{"name": "query"}',
    `[{"name": "query", "arguments": {}}, {"a": 1}]`,
    'read(2) is a system call. query is a word. control(x) and query() too.',
    'The code says client.query(sql="x")',
    'First query(action="list"). Then go on.',
    '  \n\t indented \r\n\r\n',
    '',
  ])('%j', (answer) => {
    for (const size of [1, 3, 1000]) expect(readAnswer(answer, size).text).toBe(answer);
    expect(readAnswer(answer)).toMatchObject({ cleaned: false });
  });
});

it('text streams: only what may be a mark, and the blanks before it, are held back', () => {
  const reader = new SpeechReader(TOOLS);
  const prose =
    'The disk of `nas` is listed under Storage; see {this} <b>page</b> or [that].\n\nA line more. ';
  let shown = '';
  let most = 0;
  for (const [at, char] of Array.from(prose.repeat(20)).entries()) {
    for (const event of reader.take(char)) if (event.type === 'text') shown += event.text;
    most = Math.max(most, at + 1 - shown.length);
  }
  expect(most).toBeLessThan(24);
});

it('more than anybody calls a tool with is let go, and what follows is read on', () => {
  const answer = `Well. <tool_call>{"name":"query","arguments":{"a":"${'x'.repeat(400_000)}"}}</tool_call> So.`;
  expect(readAnswer(answer, 4096).events).toEqual([said('Well. So.')]);
  const bare = `{"name":"query","arguments":{"a":"${'x'.repeat(400_000)}"}}`;
  expect(readAnswer(bare, 4096).text).toBe(bare);
});

const UNKIND = [
  ...[
    '<',
    '<｜',
    '</',
    '`',
    '```',
    '~',
    '{',
    '[',
    '[{',
    '\n[',
    '\n{"arguments":\n',
    '\n{"arguments":{',
    'word. ',
    '. query',
  ],
  ...[
    '<think>',
    '</think>',
    'x <think> ',
    '<tool_call>',
    '<tool_call>{"',
    '<tool_call>{"</tool_call>',
    '<invoke name="',
  ],
  ...[
    '<function=',
    '<parameter=a>',
    '<function=query><parameter=a>',
    '<arg_key>',
    '<tool_call>query<arg_key>',
  ],
  ...[
    '<｜DSML｜invoke name="a">',
    '[TOOL_CALLS]',
    '<|channel|>',
    '<|start|>',
    '\nquery(a=',
    '\nquery(a=?)<|end|>',
    '\n[query(a=',
  ],
  ...['```json\n', `${CALL_FENCE}\n`, `${LIST}\n`, ' ', '\n', '"', '\\'],
];

it.each(UNKIND)('takes time in proportion to a quarter megabyte of %j', (atom) => {
  const text = atom.repeat(Math.ceil(250_000 / atom.length)).slice(0, 250_000);
  const spent = processorTime();
  readAnswer(text, 4096);
  expect(spent()).toBeLessThan(2000);
});

const DATA = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  '..',
  'shared',
  'data',
  'deepseek-markup.json',
);
const isThere = existsSync(DATA);

interface Published {
  readonly name: string;
  readonly in: string;
  readonly out: string;
}

describe.skipIf(!isThere)(`the published cases${isThere ? '' : ' (skipped: not at hand)'}`, () => {
  const cases: readonly Published[] = isThere ? JSON.parse(readFileSync(DATA, 'utf8')) : [];
  const tools = new Set(['pulse_query', 'pulse_discovery', 'pulse_read', 'pulse_question']);

  it('are all there', () => expect(cases.length).toBe(35));

  it.each(cases)('$name, cut in two at every place', ({ in: answer, out }) => {
    expect(readAnswer(answer, 1, tools).text).toBe(out);
    for (let at = 0; at <= answer.length; at++)
      expect(readPieces([answer.slice(0, at), answer.slice(at)], tools).text, `cut at ${at}`).toBe(out);
  });
});
