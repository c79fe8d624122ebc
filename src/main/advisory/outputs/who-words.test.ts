// Promise: a prompt goes to nobody whom its profile does not let it go to, whatever is chosen and whatever mode is set; and who words nothing, says why where somebody was meant.
import { expect, it } from 'vitest';
import { BRIEF_PROFILES } from '../../../shared/model/evidence/brief.ts';
import { profileOf } from '../brief/profiles.ts';
import type { ModelKnown } from './ports.ts';
import { whoWords } from './who-words.ts';

const near: ModelKnown = { label: 'near', provider: 'ollama', isLocal: true, problem: null };
const far: ModelKnown = { label: 'far', provider: 'openai', isLocal: false, problem: null };
const nobody: ModelKnown = { label: null, provider: null, isLocal: false, problem: 'No model is chosen.' };

it.each([
  ['default', 'Local', near, 'near Local'],
  ['default', 'Remote', near, 'near Remote'],
  ['default', 'Local', far, 'egress_denied Local'],
  ['default', 'Remote', far, 'egress_denied Remote'],
  ['default', 'Local', nobody, 'null Local'],
  ['default', 'Remote', nobody, 'no_model Remote'],
  ['fips-local', 'Remote', far, 'egress_denied Remote'],
  ['gost-local', 'Remote', far, 'egress_denied Remote'],
  ['cloud-openai', 'Local', far, 'far Remote'],
  ['cloud-openai', 'Local', { ...far, provider: 'claude' }, 'egress_denied Remote'],
  ['cloud-openai', 'Remote', nobody, 'no_model Remote'],
  ['default', 'Local', { ...near, problem: 'Its key is missing.' }, 'no_model Local'],
] as const)('%s in mode %s with %o: %s', (profile, mode, known, expected) => {
  const words = whoWords(profileOf(profile, {}), known, { brief_mode: mode });
  expect(`${words.label ?? ('fallback' in words ? words.fallback : '')} ${words.mode}`).toBe(expected);
});

it('a model that is not in the operator’s network is asked by no profile but the one that says so', () => {
  for (const name of BRIEF_PROFILES)
    for (const mode of ['Local', 'Remote'] as const)
      for (const provider of ['ollama', 'openai', 'claude'] as const) {
        const { label } = whoWords(profileOf(name, {}), { ...far, provider }, { brief_mode: mode });
        expect(label === null || name === 'cloud-openai').toBe(true);
      }
});
