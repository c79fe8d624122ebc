// The labelled texts of the guard: two files beside this one. Reads and checks them, and puts made-up keys where `{{aws}}` and the like
// stand, so that no file holds anything that looks like one. Judges nothing. Used by ../guard.ts and the tests of `advisory/guard`.
// Source: decision 058.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Case = z.strictObject({
  scope: z.enum(['operator', 'evidence']),
  text: z.string().min(1),
  verdict: z.enum(['allow', 'block', 'neutralise']),
  code: z.enum(['prompt_injection', 'prompt_too_long']).optional(),
  redactions: z.record(z.string(), z.int().positive()).optional(),
});
export type GuardCase = z.infer<typeof Case>;

/** `held-out` was written before the rules and not looked at while they were mended. */
export type SetName = 'dev' | 'held-out';

const RANDOM = 'q7Zk2Xv9Lm4Rt8Wb3Nc6';
const SAMPLES: Readonly<Record<string, string>> = {
  ...{ aws: 'AKIAQ3ZT7M2XK5W9R4UB', github: `ghp_${RANDOM}Yh5Jd1Fs0Gp6Aq7E`, gitlab: `glpat-${RANDOM}` },
  ...{
    openai: `sk-proj-${RANDOM}${RANDOM}`,
    anthropic: `sk-ant-api03-${RANDOM}`,
    npm: `npm_${RANDOM}Yh5Jd1Fs0Gp6Aq7E`,
  },
  ...{
    slack: `xoxb-123456789012-${RANDOM}`,
    stripe: `sk_live_${RANDOM}`,
    google: `AIza${RANDOM}Yh5Jd1Fs0Gp6Aq7`,
  },
  ...{ jwt: `eyJ${RANDOM}.eyJ${RANDOM}.${RANDOM}`, slackpath: RANDOM, random: `${RANDOM}Yh5Jd1Fs` },
  ...{ bcrypt: `$2y$10$${RANDOM}${RANDOM}Yh5Jd1Fs0Gp6A` },
  pem: `-----BEGIN EC PRIVATE KEY-----\n${RANDOM}${RANDOM}\n-----END EC PRIVATE KEY-----`,
};

export const readSet = (name: SetName): GuardCase[] =>
  readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = Case.parse(JSON.parse(line));
      return {
        ...row,
        text: row.text.replace(/\{\{(\w+)\}\}/g, (_, sample: string) => SAMPLES[sample] ?? ''),
      };
    });
