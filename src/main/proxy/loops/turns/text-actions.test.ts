// Promises: an action that is written in words is the same action whatever stands around it; what only quotes one is none; and
// what an agent hands over to a person is told from what it does.
import { describe, expect, it } from 'vitest';
import { actionLine, fencedAction, handsOver, taggedCalls } from './text-actions.ts';

describe('actions in tags', () => {
  const called: readonly (readonly [string, string, object])[] = [
    [
      'a tag of a tool',
      'I look.\n\n<read_file>\n<path>a.ts</path>\n</read_file>',
      { name: 'read_file', args: { path: 'a.ts' } },
    ],
    [
      'a tag of an action',
      '<thought>hm</thought>\n<action>go north</action>',
      { name: 'action', args: 'go north' },
    ],
    ['a shell', '<execute_bash>\nls -la\n</execute_bash>', { name: 'execute_bash', args: 'ls -la' }],
    ['a name in the tag', '<function=find>\n<parameter=q>x</parameter>\n</function>', { name: 'find' }],
    [
      'a name in an attribute',
      '  <invoke name="find">\n<q>x</q>\n</invoke>',
      { name: 'find', args: { q: 'x' } },
    ],
  ];
  it.each(called)('%s', (_, text, call) => expect(taggedCalls(text)).toMatchObject([call]));

  it('of several each', () =>
    expect(taggedCalls('<run_test>a</run_test>\n<run_test>b</run_test>').map(({ args }) => args)).toEqual([
      'a',
      'b',
    ]));

  const quoted: readonly (readonly [string, string])[] = [
    ['in the middle of a line', 'Write <read_file>a</read_file> to read it.'],
    ['in a fence', 'So:\n```xml\n<read_file>a</read_file>\n```\n'],
    ['never closed', '<read_file>\na'],
    ['thoughts', '<thinking>a</thinking>'],
    ['markup', '<div>\n<p>a</p>\n</div>'],
    ['a person’s own words in it', '<user_message>a</user_message>'],
    ['JSON, which others read', '<tool_call>{"name":"x","arguments":{}}</tool_call>'],
  ];
  it.each(quoted)('not %s', (_, text) => expect(taggedCalls(text)).toEqual([]));
});

describe('a line that names the action', () => {
  const lines: readonly (readonly [string, string, string, string])[] = [
    ['with its input below', 'Thought: so\nAction: search\nAction Input: gallium', 'search', 'gallium'],
    ['with its input in brackets', 'Thought 3: so\nAction 3: Search[gallium]', 'Search', '[gallium]'],
    ['alone', 'Think: so.\n\nAct: go to shelf 3', 'go to shelf 3', ''],
    ['in bold', '**Action:** look around', 'look around', ''],
    ['with a block below', 'Action: Operation\n```sql\nSELECT 1\n```', 'Operation', '```sql\nSELECT 1\n```'],
    ['before a made-up result', 'Action: look\nObservation: a door', 'look', ''],
  ];
  it.each(lines)('%s', (_, text, name, args) => expect(actionLine(text)).toMatchObject({ name, args }));

  it('keeps what is too long for a name', () => {
    const long = `walk${'-on'.repeat(60)}`;
    const call = actionLine(`Action: ${long}`);
    expect(`${call?.name}${call?.args}`).toBe(long);
  });

  it('not where there is none', () => expect(actionLine('Thought: hm\nAction: None')).toBeNull());

  it('not within a sentence', () => expect(actionLine('The last Action: none of it worked.')).toBeNull());
});

describe('a fenced block', () => {
  const run: readonly (readonly [string, string, object])[] = [
    ['of a shell', 'I look.\n```bash\nls\n```', { name: 'bash', args: 'ls' }],
    ['that names no language', 'I look.\n```\nls\n```\n', { name: 'code', args: 'ls' }],
    ['the last of several', '```\nls\n```\nor\n```\ndir\n```', { name: 'code', args: 'dir' }],
    ['a shell’s beside others', '```bash\nls\n```\nprints\n```\na b\n```', { name: 'bash', args: 'ls' }],
  ];
  it.each(run)('%s is an action', (_, text, call) => expect(fencedAction(text)).toMatchObject(call));

  it.each([
    ['that shows something', '```json\n{}\n```'],
    ['that is not closed', '```bash\nls'],
    ['in a long text', `${'so '.repeat(2000)}\n\`\`\`bash\nls\n\`\`\``],
  ])('is none %s', (_, text) => expect(fencedAction(text)).toBeNull());
});

it('tells what hands over to a person', () => {
  for (const name of [
    'response',
    'Finish',
    'final_answer',
    'ask_followup_question',
    'attempt_completion',
    'reply_to_customer',
    'ask',
    'message_user',
  ])
    expect(handsOver({ id: null, name, args: '' }), name).toBe(true);
  for (const name of ['search', 'endpoint', 'answering_machine', 'go to desk 1'])
    expect(handsOver({ id: null, name, args: '' }), name).toBe(false);
});
