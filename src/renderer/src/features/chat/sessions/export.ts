// A session as a file to keep: Markdown for people, JSON for programs. Only what the screen shows; secrets were taken out long before. Pure.
// Source: console, Chat.
import { recordOf } from '../../../../../shared/model/assistant/run-record.ts';
import type { Entry, EntryOf, Session } from '../../../../../shared/model/assistant/transcript.ts';
import type { RunOutcome } from '../../../../../shared/model/assistant/write-record.ts';

/** How things are called, so that this knows no catalogue. */
export interface ExportWords {
  readonly you: string;
  readonly assistant: string;
  readonly steered: string;
  readonly given: string;
  readonly untrue: string;
  readonly plan: string;
  readonly asks: string;
  title(call: EntryOf<'tool'>): string;
  status(call: EntryOf<'tool'>): string;
  outside(from: string): string;
  /** The record of a run, a line each. */
  record(outcomes: readonly RunOutcome[]): readonly string[];
  end(end: EntryOf<'end'>): string;
  time(at: number): string;
}

/** A fence that is longer than any in the text. */
function fenced(text: string, language = ''): string {
  let longest = 2;
  let run = 0;
  for (const sign of text) {
    run = sign === '`' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

export function asMarkdown(session: Session, entries: readonly Entry[], words: ExportWords): string {
  const parts = [`# ${session.title}`, `${words.time(session.created_at)}`];
  for (const [at, entry] of entries.entries()) parts.push(...partsOf(entry, entries.slice(0, at), words));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What code knows of the run of an answer by then. */
function recordPart(
  before: readonly Entry[],
  { run_id, state }: EntryOf<'answer'>,
  words: ExportWords,
): string {
  if (state === 'said') return '';
  const outcomes = recordOf(before.filter((entry) => entry.run_id === run_id));
  const lines = words.record(outcomes);
  return lines.map((line) => `- ${line}`).join('\n');
}

function partsOf(entry: Entry, before: readonly Entry[], words: ExportWords): string[] {
  switch (entry.kind) {
    case 'user': {
      const who = entry.steering ? `${words.you} (${words.steered})` : words.you;
      return [`## ${who}, ${words.time(entry.at)}`, entry.text];
    }
    case 'context':
      return [`*${words.given}*`, fenced(entry.text)];
    case 'answer': {
      const { replaced, text } = entry;
      if (text === '' && replaced === null) return [];
      const original = replaced === null ? [] : [`*${words.untrue}*`, quoted(replaced.original)];
      const record = recordPart(before, entry, words);
      // What a model writes is quoted, so that no line of it looks like one of the record.
      return [
        `## ${words.assistant}, ${words.time(entry.at)}`,
        record,
        text === '' ? '' : quoted(text),
        ...original,
      ];
    }
    case 'tool':
      return callParts(entry, words);
    case 'question':
      return [
        `**${words.asks}** ${entry.question}`,
        ...(entry.answer === null ? [] : [quoted(entry.answer)]),
      ];
    case 'notice':
      return [quoted(entry.text)];
    case 'summary':
      return [`*${words.given}*`, fenced(entry.text)];
    case 'plan':
      return [
        `**${words.plan}**`,
        entry.steps.map(({ description, runs }, at) => `${at + 1}. ${description}: \`${runs}\``).join('\n'),
      ];
    case 'end':
      return [`*${words.end(entry)}*`];
  }
}

function callParts(call: EntryOf<'tool'>, words: ExportWords): string[] {
  const { result, outside, error } = call;
  return [
    `**${words.title(call)}** – ${words.status(call)}${error === null ? '' : `: ${error.message.replaceAll(/\s+/g, ' ')}`}`,
    ...(outside === null ? [] : [`*${words.outside(outside)}*`]),
    ...(result === null || result === undefined ? [] : [fenced(JSON.stringify(result, null, 2), 'json')]),
  ];
}

export const asJson = (session: Session, entries: readonly Entry[]): string =>
  `${JSON.stringify({ session, entries }, null, 2)}\n`;

/** The title as a file's name: letters and digits of any script, the rest as hyphens. */
export function fileNameOf({ title, id }: Pick<Session, 'title' | 'id'>, ending: 'md' | 'json'): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '-')
    .split('-')
    .filter(Boolean)
    .join('-')
    .slice(0, 60);
  return `${name === '' ? id : name}.${ending}`;
}
