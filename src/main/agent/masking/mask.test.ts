// Promise: a model elsewhere sees no name of a host and no address, the same mask for the same name, and what it says with masks is shown with names,
// wherever its stream is cut.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import type { AskedModel, ModelEvent, ModelRequest } from '../loop/model-port.ts';
import { Mask, ShownPieces } from './mask.ts';
import { maskedModel } from './masked-model.ts';

const NAMES = ['delly', 'pve1', 'pve10', 'nas'];
const maskOf = (key = 'k') => {
  const mask = new Mask(key);
  mask.setNames(NAMES);
  return mask;
};

describe('a mask', () => {
  it.each([
    'docker_container:delly:4f2c runs on pve1 (192.168.1.20) behind nas.home.lan',
    'PVE1 and pve10 are two; delly-old is another',
    'fe80::1ff:fe23:4567:890a, 2001:db8::7 and 10.0.0.5:8096',
  ])('hides and shows again: %s', (text) => {
    const mask = maskOf();
    const hidden = mask.hide(text);
    for (const name of [...NAMES, '192.168', '10.0.0.5', '2001:db8', 'fe80', 'home.lan'])
      expect(hidden.toLowerCase().replaceAll('delly-old', '')).not.toMatch(new RegExp(`\\b${name}\\b`));
    expect(mask.show(hidden)).toBe(text);
  });

  it('leaves alone what names nobody', () => {
    const text = 'at 12:30:45 version 1.2.3 on 127.0.0.1 and ::1, a dellyish nasturtium, std::vector, 10.5 %';
    expect(maskOf().hide(text)).toBe(text);
  });

  it('is the same for the same name, whatever came before, and another for another console', () => {
    expect(maskOf().hide('first nas, then delly').split(' ').at(-1)).toBe(maskOf().hide('delly'));
    expect(maskOf('other').hide('delly')).not.toBe(maskOf().hide('delly'));
  });

  it('property: a text with names comes back as it was, cut anywhere', () => {
    const part = fc.oneof(
      fc.constantFrom(...NAMES, '192.168.7.9', '2001:db8::1', 'host-', 'addr'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(7)), (parts, cuts) => {
        const mask = maskOf();
        const text = parts.join(' ');
        const hidden = mask.hide(text);
        const pieces = new ShownPieces(mask);
        let came = '';
        let at = 0;
        for (const cut of cuts) {
          came += pieces.take(hidden.slice(at, at + cut));
          at += cut;
        }
        expect(came + pieces.take(hidden.slice(at)) + pieces.end()).toBe(text);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('a masked model', () => {
  const asked: ModelRequest[] = [];
  const model = (isLocal: boolean): AskedModel => ({
    about: async () => ({
      id: 'm',
      label: 'm',
      provider: null,
      isLocal,
      problem: null,
      tools: true,
      contextTokens: null,
      isContextAssumed: false,
    }),
    estimateTokens: () => 0,
    async *stream(request): AsyncGenerator<ModelEvent> {
      asked.push(request);
      const seen = /host-[0-9a-f]+/.exec(request.messages[0]?.content ?? '')?.[0] ?? 'delly';
      for (const text of ['It is ', seen.slice(0, 3), seen.slice(3, 8), seen.slice(8), ' indeed'])
        yield { type: 'text', text };
      yield { type: 'tool_call', call: { id: '1', name: 'query', arguments: `{"resource":"host:${seen}"}` } };
    },
  });
  const request: ModelRequest = {
    ...{ model: null, run: 'r', system: 'On delly.', tools: [], toolChoice: 'auto', maxTokens: 1000 },
    messages: [{ role: 'user', content: 'How is delly?' }],
    signal: new AbortController().signal,
  };
  const play = async (isLocal: boolean, isOn: boolean) => {
    const events = [];
    const masked = maskedModel(model(isLocal), { mask: new Mask('k'), isOn: () => isOn, names: () => NAMES });
    for await (const event of masked.stream(request)) events.push(event);
    return { events, sent: JSON.stringify(asked.at(-1)) };
  };

  it('sees masks when it is elsewhere, and its words and calls come back with names', async () => {
    const { events, sent } = await play(false, true);
    expect(sent).not.toContain('delly');
    const words = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    expect(words).toBe('It is delly indeed');
    expect(events.at(-1)).toMatchObject({ call: { arguments: '{"resource":"host:delly"}' } });
  });

  it.each([
    [true, true],
    [false, false],
  ])('sees names when it is local (%s) or nobody wants masks (on: %s)', async (isLocal, isOn) => {
    expect((await play(isLocal, isOn)).sent).toContain('delly');
  });
});
