// A transcript as the rows it is drawn in: the calls of one turn together, the end of a run with all of the run. Pure. A row whose entries are the
// same is the same object again, so that only what changed is drawn anew. Source: console, Chat.
import type { Entry, EntryOf } from '../../../../../shared/model/assistant/transcript.ts';

export type Row =
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: Exclude<Entry, EntryOf<'tool'> | EntryOf<'end'>>;
    }
  | { readonly kind: 'calls'; readonly key: string; readonly calls: readonly EntryOf<'tool'>[] }
  | {
      /** Above an answer: what code knows of its run. */
      readonly kind: 'record';
      readonly key: string;
      readonly state: EntryOf<'answer'>['state'];
      /** What the run did and looked at by then. */
      readonly basis: readonly Entry[];
    }
  | {
      readonly kind: 'end';
      readonly key: string;
      readonly end: EntryOf<'end'>;
      /** All of the run, in order. */
      readonly run: readonly Entry[];
    };

export function rowsOf(entries: readonly Entry[], before: readonly Row[] = []): readonly Row[] {
  const rows: Row[] = [];
  const runs = Map.groupBy(entries, ({ run_id }) => run_id);
  const add = (row: Row) => {
    const was = before[rows.length];
    rows.push(was && isSame(was, row) ? was : row);
  };
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at];
    if (entry === undefined) continue;
    if (entry.kind === 'tool') {
      const calls = [entry];
      for (let next = entries[at + 1]; next && belongs(next, entry); next = entries[at + 1]) {
        calls.push(next);
        at++;
      }
      add({ kind: 'calls', key: `calls ${entry.id}`, calls });
    } else if (entry.kind === 'end') {
      const run = runs.get(entry.run_id) ?? [];
      add({ kind: 'end', key: `end ${entry.id}`, end: entry, run });
    } else {
      if (entry.kind === 'answer' && isShown(entry)) {
        const before = entries.slice(0, at);
        const basis = before.filter(({ run_id, kind }) => run_id === entry.run_id && RECORDED.has(kind));
        add({ kind: 'record', key: `record ${entry.id}`, state: entry.state, basis });
      }
      add({ kind: 'entry', key: `${entry.kind} ${entry.id}`, entry });
    }
  }
  return rows;
}

/** What a record is made of. */
const RECORDED: ReadonlySet<Entry['kind']> = new Set(['tool', 'context', 'plan']);

const isShown = ({ text, replaced }: EntryOf<'answer'>): boolean => text.trim() !== '' || replaced !== null;

const belongs = (next: Entry, { run_id, turn }: EntryOf<'tool'>): next is EntryOf<'tool'> =>
  next.kind === 'tool' && next.run_id === run_id && next.turn === turn;

function isSame(one: Row, other: Row): boolean {
  if (one.kind === 'entry') return other.kind === 'entry' && one.entry === other.entry;
  if (one.kind === 'calls') return other.kind === 'calls' && areSame(one.calls, other.calls);
  if (one.kind === 'record')
    return other.kind === 'record' && one.state === other.state && areSame(one.basis, other.basis);
  return other.kind === 'end' && one.end === other.end && areSame(one.run, other.run);
}

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);
