// Promise: `explain prompt` says what the proxy would send upstream, in the type it was given, with the reason.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { GNOMMOWEB_BLOCK, NOW, smallGraph } from '../testing/rig.ts';
import { explainPrompt } from './explain-prompt.ts';

const explain = (route: string, body: unknown, modelSystem = '') =>
  explainPrompt(route, body, smallGraph(), DEFAULT_SETTINGS, { now: NOW, modelSystem });

const ask = { model: 'm', messages: [{ role: 'user', content: 'what is gnommoweb' }] };

describe('explainPrompt', () => {
  it.each(['/api/chat', 'POST /api/chat', '//api//chat', 'chat'])('knows the route as %s', (route) => {
    expect(explain(route, ask, 'Own.')).toEqual({
      injected: true,
      reason: 'injected',
      block: GNOMMOWEB_BLOCK,
      segments: [
        {
          role: 'user',
          trust: 'user',
          scanned: true,
          why: "a person's own words",
          text: 'what is gnommoweb',
        },
      ],
      body: {
        model: 'm',
        messages: [{ role: 'system', content: `${GNOMMOWEB_BLOCK}\n\nOwn.` }, ...ask.messages],
      },
    });
  });

  it('says whose words each turn holds, and which rule decided', () => {
    const messages = [
      { role: 'system', content: 'You are a translator. Translate to German.' },
      { role: 'user', content: 'ferrowiki runs on marlowe.' },
    ];
    expect(explain('/api/chat', { model: 'm', messages }).segments).toEqual([
      expect.objectContaining({ role: 'system', scanned: false, why: 'a system prompt' }),
      expect.objectContaining({
        role: 'user',
        scanned: false,
        why: 'the instructions set a task on texts: “You are a translator.”',
      }),
    ]);
  });

  it('gives text for text, every other byte as it came', () => {
    const body = '{ "seed":9007199254740993, "system":"S", "prompt":"gnommoweb", "t":1.0 }';
    const { body: sent } = explain('/api/generate', body);
    expect(sent).toBe(body.replace('"S"', JSON.stringify(`${GNOMMOWEB_BLOCK}\n\nS`)));
  });

  it.each<[string, unknown, string]>([
    ['/api/embed', { input: 'gnommoweb' }, 'not_a_prompt_route'],
    ['GET /api/chat', ask, 'not_a_prompt_route'],
    ['/api/chat', { model: 'm', messages: [] }, 'empty_call'],
    ['/api/chat', '{"messages":', 'unreadable_body'],
    ['/api/chat', { messages: [{ role: 'user', content: 'hello' }] }, 'nothing_to_recall'],
    ['/api/chat', { messages: [{ role: 'user', content: 'x'.repeat(17_000_000) }] }, 'body_too_large'],
  ])('leaves %s alone and says why', (route, body, reason) => {
    const { segments: _, ...rest } = explain(route, body);
    expect(rest).toEqual({ injected: false, reason, block: null, body });
  });

  it('refuses what is no JSON at all', () => {
    expect(() => explain('/api/chat', undefined)).toThrow(/body/);
  });

  it('says of each name that nobody has explained why it is asked about or not', async () => {
    const turns = [
      'Restart quibblefax and kestrel9. zorblatt and gnommoweb may stay, and docker too.',
      'Is quibblefax up? Is kestrel9? Run zorblattRun() and look at nas01, too, please.',
      'What is the load on quibblefax and on a kestrel9? The lookups are slow on nas01.',
    ];
    const messages = turns.flatMap((content) => [
      { role: 'user', content },
      { role: 'assistant', content: 'Done.' },
    ]);
    const body = { model: 'm', messages: messages.slice(0, -1) };
    const options = { now: NOW, ordinaryWords: ordinaryWords(await readWordLists()) };
    const { unknown_names: names = [] } = explainPrompt(
      'chat',
      body,
      smallGraph(),
      DEFAULT_SETTINGS,
      options,
    );
    const verdicts = new Map(names.map(({ name, said, verdict }) => [name, `${said} ${verdict}`]));
    expect(Object.fromEntries(verdicts)).toMatchObject({
      quibblefax: '3 asked',
      kestrel9: '3 as_noun',
      zorblatt: '1 too_rare',
      docker: '1 listed',
      nas01: '2 short',
      lookups: '1 as_word',
    });
    expect(verdicts.has('gnommoweb')).toBe(false);
  });
});
