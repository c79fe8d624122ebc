// Promises: on every route and position the block stands where it belongs (proxy, Injection), and nothing else changes.

import { describe, expect, it } from 'vitest';
import { INJECTION_POSITIONS } from '../../../shared/model/settings.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { scanBody } from '../body/body-scanner.ts';
import { splice } from '../body/splice.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';
import { promptBody } from '../testing/arbitrary-bodies.ts';
import { buildInsertion, changedText, type Position, planInjection } from './inject.ts';

const B = '<recollection>\nx: [type] "y"\n</recollection>';
const OWN = 'You are Mario.';

/** What goes upstream for a body, parsed. */
function injected(
  route: PromptRoute,
  body: unknown,
  position: Position = 'system_prepend',
  modelSystem = OWN,
): unknown {
  const bytes = Buffer.from(JSON.stringify(body));
  const index = scanBody(bytes, route);
  const plan = index && planInjection(index, route, position);
  if (!plan) return null;
  return JSON.parse(
    splice(bytes, buildInsertion(plan, B, plan.takesModelSystem ? modelSystem : '')).toString(),
  );
}

const system = (content: unknown) => ({ role: 'system', content });
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const text = (t: string, more: object = {}) => ({ type: 'text', text: t, ...more });

describe.each(['chat', 'openai_chat'] as const)('%s messages', (route) => {
  const at = (messages: unknown[], position?: Position) =>
    (injected(route, { model: 'm', messages, stream: true }, position) as { messages: unknown[] }).messages;

  it('with a system message: in front of what it says', () => {
    expect(at([system('Be kind.'), user('hi')])).toEqual([system(`${B}\n\nBe kind.`), user('hi')]);
  });

  it('with a system message further back: in that one', () => {
    expect(at([user('hi'), system('Be kind.')])).toEqual([user('hi'), system(`${B}\n\nBe kind.`)]);
  });

  it("without one: a new first message that carries the model's own SYSTEM on", () => {
    expect(at([user('hi')])).toEqual([system(`${B}\n\n${OWN}`), user('hi')]);
    const alone = injected(route, { messages: [user('hi')] }, 'system_prepend', '') as {
      messages: unknown[];
    };
    expect(alone.messages[0]).toEqual(system(B));
  });

  it('with an empty or a contentless system message the model had lost its SYSTEM already', () => {
    expect(at([system(''), user('hi')])).toEqual([system(B), user('hi')]);
    expect(at([system(null), user('hi')])).toEqual([system(B), system(null), user('hi')]);
  });

  it('with parts: a part of its own', () => {
    expect(at([system([text('Be kind.')]), user('hi')])[0]).toEqual(system([text(B), text('Be kind.')]));
    expect(at([system([text('Be kind.')]), user('hi')], 'system_append')[0]).toEqual(
      system([text('Be kind.'), text(B)]),
    );
    expect(at([system([]), user('hi')])[0]).toEqual(system([text(B)]));
  });

  it('system_append: behind what the system message says', () => {
    expect(at([system('Be kind.'), user('hi')], 'system_append')[0]).toEqual(system(`Be kind.\n\n${B}`));
    expect(at([user('hi')], 'system_append')[0]).toEqual(system(`${B}\n\n${OWN}`));
  });

  it('before_last_user: in front of what the last user says, behind cached parts and tool results', () => {
    const history = [system('s'), user('one'), assistant('two'), user('three'), assistant('four')];
    expect(at(history, 'before_last_user')[3]).toEqual(user(`${B}\n\nthree`));
    const parts = [
      { type: 'tool_result', tool_use_id: 't', content: 'r' },
      text('c', { cache_control: { type: 'ephemeral' } }),
      text('q'),
    ];
    expect(at([user(parts)], 'before_last_user')[0]).toEqual(user([parts[0], parts[1], text(B), parts[2]]));
    expect(at([assistant('alone')], 'before_last_user')[0]).toEqual(system(`${B}\n\n${OWN}`));
  });
});

describe('generate', () => {
  const at = (body: object, position?: Position) => injected('generate', { model: 'm', ...body }, position);

  it('a flat prompt: behind its first heading', () => {
    const prompt = '### System:\nBe kind.\n\n### User:\nhi\n\n';
    expect(at({ prompt })).toEqual({
      model: 'm',
      prompt: `### System:\n${B}\n\nBe kind.\n\n### User:\nhi\n\n`,
    });
    expect(at({ prompt }, 'system_append')).toEqual({
      model: 'm',
      prompt: `### System:\nBe kind.\n\n${B}\n\n### User:\nhi\n\n`,
    });
    expect(at({ prompt }, 'before_last_user')).toEqual({
      model: 'm',
      prompt: `### System:\nBe kind.\n\n### User:\n${B}\n\nhi\n\n`,
    });
  });

  it('a flat prompt without a system section gets one, and no system field: the Modelfile SYSTEM stays in force', () => {
    const prompt = '### User:\nhi\n\n';
    expect(at({ prompt })).toEqual({ model: 'm', prompt: `### System:\n${B}\n\n### User:\nhi\n\n` });
  });

  it('any other prompt: in the system field, made where there is none', () => {
    expect(at({ prompt: 'hi', system: 'Be kind.' })).toEqual({
      model: 'm',
      prompt: 'hi',
      system: `${B}\n\nBe kind.`,
    });
    expect(at({ prompt: 'hi' })).toEqual({ model: 'm', prompt: 'hi', system: `${B}\n\n${OWN}` });
    expect(at({ prompt: 'hi', system: '' })).toEqual({ model: 'm', prompt: 'hi', system: `${B}\n\n${OWN}` });
    expect(at({ system: null, prompt: 'hi' })).toEqual({
      model: 'm',
      prompt: 'hi',
      system: `${B}\n\n${OWN}`,
    });
    expect(at({ prompt: 'hi' }, 'before_last_user')).toEqual({ model: 'm', prompt: `${B}\n\nhi` });
  });
});

describe('the OpenAI and Anthropic routes', () => {
  it('/v1/completions: in the prompt', () => {
    expect(injected('openai_completions', { prompt: 'hi' })).toEqual({ prompt: `${B}\n\nhi` });
    expect(injected('openai_completions', { prompt: '### System:\ns\n\n### User:\nhi' })).toEqual({
      prompt: `### System:\n${B}\n\ns\n\n### User:\nhi`,
    });
    expect(injected('openai_completions', { prompt: ['a', 'b'] })).toBeNull();
  });

  it('/v1/responses: in the instructions, made where there are none', () => {
    expect(injected('openai_responses', { instructions: 'Be kind.', input: 'hi' })).toEqual({
      instructions: `${B}\n\nBe kind.`,
      input: 'hi',
    });
    expect(injected('openai_responses', { input: [user('hi')] })).toEqual({
      input: [user('hi')],
      instructions: `${B}\n\n${OWN}`,
    });
    expect(injected('openai_responses', { input: [system('s'), user('hi')] })).toMatchObject({
      instructions: B,
    });
    expect(
      injected(
        'openai_responses',
        { input: [user([{ type: 'input_text', text: 'q' }])] },
        'before_last_user',
      ),
    ).toEqual({
      input: [
        user([
          { type: 'input_text', text: B },
          { type: 'input_text', text: 'q' },
        ]),
      ],
    });
  });

  it('/v1/messages: in the system text, or as a block behind those that are cached', () => {
    const messages = [user('hi')];
    const cached = text('long', { cache_control: { type: 'ephemeral' } });
    expect(injected('anthropic_messages', { system: 'Be kind.', messages })).toEqual({
      system: `${B}\n\nBe kind.`,
      messages,
    });
    expect(injected('anthropic_messages', { messages })).toEqual({ messages, system: `${B}\n\n${OWN}` });
    expect(injected('anthropic_messages', { system: [text('a'), cached, text('b')], messages })).toEqual({
      system: [text('a'), cached, text(B), text('b')],
      messages,
    });
    expect(injected('anthropic_messages', { system: [text('a')], messages })).toEqual({
      system: [text(B), text('a')],
      messages,
    });
    expect(injected('anthropic_messages', { system: [cached], messages })).toEqual({
      system: [cached, text(B)],
      messages,
    });
  });
});

describe('any body', () => {
  const routes = Object.keys(PROMPT_SHAPES) as PromptRoute[];

  it.each(routes)(
    '%s: taking the inserted bytes out gives back the body, and what goes upstream is JSON',
    (route) => {
      fc.assert(
        fc.property(
          promptBody(PROMPT_SHAPES[route]),
          fc.constantFrom(...INJECTION_POSITIONS),
          (body, position) => {
            const bytes = Buffer.from(body);
            const index = scanBody(bytes, route);
            const plan = index && planInjection(index, route, position);
            fc.pre(plan !== null);
            const insertion = buildInsertion(plan, B, OWN);
            const out = splice(bytes, insertion);
            const rest = Buffer.concat([
              out.subarray(0, insertion.at),
              out.subarray(insertion.at + insertion.bytes.length),
            ]);
            expect(rest.equals(bytes)).toBe(true);
            expect(() => JSON.parse(out.toString())).not.toThrow();
            expect(out.toString()).toContain(JSON.stringify(B).slice(1, -1));
            const { before, after } = changedText(bytes, plan, B, OWN);
            expect(after).toContain(B);
            expect(after.length).toBeGreaterThan(before.length);
          },
        ),
        { numRuns: runs(300) },
      );
    },
  );
});

describe('a system that is no text', () => {
  it.each([
    ['generate', { prompt: 'hi', system: true }],
    ['generate', { prompt: 'hi', system: [] }],
    ['openai_responses', { input: 'hi', instructions: 7 }],
    ['anthropic_messages', { messages: [user('hi')], system: {} }],
  ] as const)('%s: is left for the upstream to refuse, not hidden behind ours', (route, body) => {
    expect(injected(route, body)).toBeNull();
  });

  it('is none when it is null', () => {
    expect(injected('generate', { prompt: 'hi', system: null })).toEqual({
      prompt: 'hi',
      system: `${B}\n\n${OWN}`,
    });
  });
});
