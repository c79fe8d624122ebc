// Entries and sessions for tests: a run that looked and answered.
import type { EntryOf, Session } from '../../../../shared/model/assistant/transcript.ts';

export function aSession(part: Partial<Session> = {}): Session {
  return {
    ...{ id: 's1', title: 'Why is web-1 slow?', pinned: false, here: true, profile: 'interactive' },
    ...{ model_id: null, state: 'READING', run_id: null, waits: null, unverified: [] },
    ...{ started_by: 'operator', created_at: 1000, updated_at: 2000 },
    ...part,
  };
}

const of = { run_id: 'r1', at: 1000 };

export const aMessage = (part: Partial<EntryOf<'user'>> = {}): EntryOf<'user'> => ({
  ...{ id: 'u1', ...of, kind: 'user', text: 'Why is web-1 slow?', mentions: [], steering: false },
  ...part,
});

export const anAnswer = (part: Partial<EntryOf<'answer'>> = {}): EntryOf<'answer'> => ({
  ...{ id: 'a1', ...of, kind: 'answer', turn: 1, text: 'It is busy.', thinking: '', state: 'final' },
  truncated: false,
  ...{ replaced: null, model: 'm', input_tokens: 100, output_tokens: 20, cost: null, ms: 400 },
  ...part,
});

export const aCall = (part: Partial<EntryOf<'tool'>> = {}): EntryOf<'tool'> => ({
  ...{ id: 'c1', ...of, kind: 'tool', turn: 1, tool: 'read', resource: null, as_text: false, gates: [] },
  ...{ arguments: { action: 'logs', resource: 'docker_container:media:web-1' }, status: 'done' },
  ...{ approval_id: null, write: null, result: { lines: 1 }, error: null, outside: null, ms: 50 },
  ...part,
});

export const anEnd = (part: Partial<EntryOf<'end'>> = {}): EntryOf<'end'> => ({
  ...{ id: 'e1', ...of, kind: 'end', reason: 'answer', unverified: [], outcomes: [], turns: 2, calls: 1 },
  ...{ input_tokens: 100, output_tokens: 20, cost: null, ms: 900 },
  ...part,
});
