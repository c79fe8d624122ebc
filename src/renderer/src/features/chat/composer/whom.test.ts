// Promise: that nobody can be asked, or that whom one would ask can do nothing, is known before the first word.
import { expect, it } from 'vitest';
import type { LanguageModel } from '../../../../../shared/model/language-model.ts';
import { whomOf } from './whom.ts';

const model = { id: 'm1', label: 'Local', isLocal: true, problem: null, tools: true, contextTokens: 8192 };
const other: LanguageModel = {
  ...{ id: 'm2', label: 'Other', provider: 'ollama', baseUrl: null, modelName: 'o', keyState: 'ok' },
  ...{ inputPrice: null, outputPrice: null, setBy: 'console', version: 1, warning: null, usedFor: [] },
  abilities: { tools: true, parallelCalls: null, jsonSchema: null, contextTokens: 4096 },
};
const deaf = { ...other, abilities: { ...other.abilities, tools: false } };

it.each([
  ['the one in Settings', { model }, null, null, null],
  ['none chosen', { model: { ...model, id: null, label: null } }, null, null, { kind: 'none' }],
  [
    'one that calls no tools',
    { model: { ...model, tools: false } },
    null,
    null,
    { kind: 'noTools', label: 'Local' },
  ],
  [
    'one that does not answer',
    { model: { ...model, problem: 'No answer.' } },
    null,
    null,
    { kind: 'said', text: 'No answer.' },
  ],
  ['its own', { model }, [other], 'm2', null],
  ['its own, which calls no tools', { model }, [deaf], 'm2', { kind: 'noTools', label: 'Other' }],
  ['its own, which is gone', { model }, [], 'm2', { kind: 'gone' }],
  ['its own, before models were read', { model }, null, 'm2', null],
])('says what is wrong with %s', (_, state, models, chosen, problem) => {
  expect(whomOf(state, models, chosen).problem).toEqual(problem);
});

it('knows what it holds', () => {
  expect(whomOf({ model }, [other], null).contextTokens).toBe(8192);
  expect(whomOf({ model }, [other], 'm2').contextTokens).toBe(4096);
});
