// The scripted model must say what the recollection says and nothing else: the demo shows the difference that it makes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { extras, flatten, toolResult, userMessage } from '../agents/agent-zero-prompt.ts';
import { answerOf, message, type PromptMessage, tokenPieces } from '../prompt.ts';
import { readConversation } from './conversation-reading.ts';
import { answerInWords, displayName } from './recollection-sentences.ts';
import { valueFor } from './schema-value.ts';

const BLOCK = [
  '<recollection>',
  'gnommoweb: [glitch_university] repo [runs-on] ramanujan',
  'dobby: [tech] python [membership] agent_pool [type?] worker',
  'glitch_university: [membership?]',
  '? gremlinctl: no recollection. If this is a typo, ignore.',
  'If you know what it is, store it before proceeding:',
  "gutask iknowthat 'gremlinctl -isa <parent> in context of <dimension>'",
  "gutask iknowthat 'gremlinctl -ispart <system> in context of <dimension>'",
  '</recollection>',
  '',
].join('\n');

const ask = (question: string, block = BLOCK): string =>
  answerInWords(readConversation([message('system', `${block}You help.`), message('user', question)]));

describe('answers in words', () => {
  it.each([
    ['What is gnommoweb?', 'gnommoweb is a repo of Glitch University and runs on ramanujan.'],
    ['Tell me about dobby.', 'dobby is a worker (contested) and is part of Agent Pool.'],
    [
      'What is dobby built with, and is it part of Glitch University?',
      'dobby is built with python and is part of Agent Pool. Glitch University has its membership contested.',
    ],
    ['Where does gnommoweb run?', 'gnommoweb runs on ramanujan.'],
    ['Ticket 12. Check nightly_ingest.', /^I cannot say for certain what nightly_ingest refers to\./],
    [
      'What is gremlinctl?',
      'I have no recollection of gremlinctl. Tell me what it is, and I will remember it.',
    ],
    ['quizmaker is a service.', 'Noted. I will take that into account from now on.'],
  ])('%s', (question, answer) => {
    if (typeof answer === 'string') expect(ask(question)).toBe(answer);
    else expect(ask(question)).toMatch(answer);
  });

  it('are vague without a recollection, and name no fact', () => {
    const answer = ask('What is gnommoweb?', '');
    expect(answer).toContain('I cannot say for certain what gnommoweb refers to.');
    expect(answer).not.toMatch(/ramanujan|repo|Glitch/);
  });

  it('take a concept for named only as a whole word', () => {
    expect(ask('Is gnommoweb2 the same?')).not.toContain('ramanujan');
    expect(ask('Tell me about GNOMMOWEB.')).toContain('ramanujan');
  });
});

describe('reading a conversation', () => {
  const history = [
    { role: 'user' as const, content: userMessage('Where is "ramanujan"?') },
    { role: 'assistant' as const, content: '{"tool_name": "code_execution_tool"}' },
    { role: 'user' as const, content: toolResult('code_execution_tool', 'rack a1\nrow 2') },
  ];

  it('finds turns, envelopes and the tool result in a flattened prompt', () => {
    const prompt = flatten('Answer with tool_name and tool_args.', history, extras(0, 1));
    expect(readConversation([message('user', prompt)])).toMatchObject({
      system: 'Answer with tool_name and tool_args.',
      question: 'Where is "ramanujan"?',
      toolResult: 'rack a1\nrow 2',
      assistantTurns: 1,
      wantsToolJson: true,
    });
  });

  it('comes to the same for the flattened prompt and for messages', () => {
    const flat: PromptMessage[] = [message('user', flatten('Be brief.', history, extras(5, 2)))];
    const turns = [
      message('system', 'Be brief.'),
      ...history.map((entry) => message(entry.role, entry.content)),
    ];
    expect(readConversation(flat)).toEqual(readConversation(turns));
  });

  it('takes the last of several blocks, and none where one is not closed', () => {
    const later = '<recollection>\nonly: [type] this\n</recollection>';
    expect(readConversation([message('system', BLOCK), message('user', later)]).recalled).toEqual([
      { concept: 'only', edges: [{ dim: 'type', parent: 'this', contested: false }] },
    ]);
    expect(readConversation([message('system', '<recollection>\na: [type] b\n')]).recalled).toEqual([]);
  });
});

describe('token pieces', () => {
  it('joined are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const deltas = tokenPieces(text).map((piece) => ({ kind: 'text' as const, text: piece }));
        expect(answerOf(deltas, 'stop').text).toBe(text);
      }),
    );
  });
});

describe('values for a schema', () => {
  const schemas = [
    z.strictObject({ name: z.string().max(5), tags: z.array(z.enum(['a', 'b'])).min(2), n: z.int().min(3) }),
    z.strictObject({ nested: z.strictObject({ ok: z.boolean(), none: z.null() }), kind: z.literal('x') }),
    z.union([z.strictObject({ a: z.number() }), z.string()]),
    z.array(z.strictObject({ id: z.string().min(12) })),
    z.strictObject({ maybe: z.string().nullable() }),
  ];

  it('fit it, whatever the words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.string(), (schema, words) => {
        const json = z.toJSONSchema(schema) as Record<string, unknown>;
        expect(schema.safeParse(valueFor(json, words)).error).toBeUndefined();
      }),
    );
  });

  it('follow references, and give up on one that leads nowhere but to itself', () => {
    const tree = {
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', properties: { next: { $ref: '#/$defs/a' } } } },
    };
    expect(JSON.stringify(valueFor(tree, 'w'))).toContain('"next":null');
  });
});

describe('names as a person writes them', () => {
  it.each([
    ['glitch_university', 'Glitch University'],
    ['rack_a1', 'Rack A1'],
    ['rtx_6000', 'rtx_6000'],
    ['gnommoweb', 'gnommoweb'],
    ['nomic-embed-text', 'nomic-embed-text'],
  ])('%s is %s', (token, name) => {
    expect(displayName(token)).toBe(name);
  });
});
