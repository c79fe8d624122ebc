// What the shell and Overview ask: state, series, settings, a test prompt.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { SettingRow } from '../model/settings.ts';
import { Series, SystemStatus } from '../model/status.ts';
import { read, write } from './base.ts';

export const system = {
  /** A sign of life, asked for every two seconds by each open console; costs nothing. */
  beat: read('/system/beat').output(z.strictObject({ version: z.string() })),
  status: read('/system/status').output(SystemStatus),
  /** A status now, then one whenever it changes (at most one a second). */
  watch: read('/system/watch').output(eventIterator(SystemStatus)),
  series: read('/system/series')
    .input(z.strictObject({ range: z.enum(['1h', '24h']).default('1h') }))
    .output(Series),
  settings: read('/system/settings').output(z.array(SettingRow)),
  setSetting: write('/system/settings', 'console', 'key', 'value')
    .input(z.strictObject({ key: z.string(), value: z.unknown() }))
    .output(SettingRow),
  /** What recent prompts would be given if these settings held; changes nothing. */
  previewSettings: read('/system/settings/preview')
    .input(
      z.strictObject({
        changes: z.record(z.string().max(60), z.unknown()).default({}),
        limit: z.number().int().min(1).max(50).default(10),
      }),
    )
    .output(
      z.strictObject({
        /** Prompts it could be tried on. */
        prompts: z.number().int(),
        changed: z.number().int(),
        rows: z.array(
          z.strictObject({
            requestId: z.string(),
            at: z.number().int(),
            client: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
          }),
        ),
        /** Concepts at or above the write threshold before and after. */
        askedBefore: z.number().int(),
        askedAfter: z.number().int(),
      }),
    ),
  /** A fresh one-time link that opens the console in one browser, once. */
  sessionLink: write('/system/session-link', 'process').output(z.strictObject({ url: z.string() })),
  /** Sends one small prompt through the proxy itself, as an agent would; the id opens it in Traffic. */
  testPrompt: write('/system/test-prompt', 'process', 'model')
    .input(
      z.strictObject({
        model: z.string().min(1).max(200).optional(),
        prompt: z.string().min(1).max(10_000).optional(),
      }),
    )
    .output(
      z.strictObject({
        ok: z.boolean(),
        requestId: z.string().nullable(),
        answer: z.string(),
        ms: z.number(),
      }),
    ),
};
