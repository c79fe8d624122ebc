// What the rules found in a request, and its account for people. Evidence and subject come from prompts: secrets are taken
// out of them here, before they are cut, and whoever stores or shows them redacts them again. Made by rules.ts and loop-memory.ts, carried out by mitigate.ts.
import type { LoopRule, LoopVerdict, Mitigation } from '../../../shared/model/loop.ts';
import { redact } from '../../../shared/redact.ts';
import type { Step } from './history.ts';
import type { Signal } from './turns/user-text.ts';
import type { Wait } from './turns/waiting.ts';

/** Turns [`from`, `to`) of one copy, counted in the body's own list or headings. */
export interface TurnRange {
  readonly from: number;
  readonly to: number;
}

export interface LoopFinding {
  readonly rule: LoopRule;
  /** 1 to 5. */
  readonly level: number;
  /** Steps in one round. */
  readonly period: number;
  readonly copies: number;
  /** What repeats, for people; at most 200 characters. */
  readonly subject: string;
  /** What came back each time, for people; at most 200 characters. */
  readonly outcome: string;
  /** Names of the tools in one round; empty when it is plain text. */
  readonly tools: readonly string[];
  readonly signal: Signal | null;
  /** Where the copies lie, oldest first; empty when the loop is not in the history. */
  readonly ranges: readonly TurnRange[];
  /** The copies may be taken out: every call in them has its result in them. */
  readonly isCollapsible: boolean;
  readonly evidence: readonly { role: string; text: string }[];
  /** It waits for something, or a person ordered what repeats: it is told, and not broken off within an hour. */
  readonly wait: Wait | 'ordered' | null;
  /** Stays the same while the same thing is repeated. */
  readonly identity: string;
  /** The agent speaks agent-zero's JSON. */
  readonly isToolJson: boolean;
  /** Until when the conversation is answered here; null when it goes upstream. */
  readonly brokenUntil: number | null;
}

export const MAX_LEVEL = 5;
const MAX_EVIDENCE = 12;
const SUBJECT_CHARS = 200;

export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** The last steps a finding rests on, as what was said and what came back. */
export function evidenceOf(steps: readonly Step[]): LoopFinding['evidence'] {
  return steps.slice(-MAX_EVIDENCE / 2).flatMap(({ label, outcome }) => [
    { role: 'assistant', text: quotable(label) },
    { role: 'tool', text: quotable(outcome) },
  ]);
}

/** What repeats in a round of steps. */
export const subjectOf = (steps: readonly Step[]): string =>
  shorten(steps.map(({ label }) => quotable(label)).join(' → '), SUBJECT_CHARS);

/** What was said, without secrets and without the half of a word at a cut, which may be half a secret. */
export const quotable = (label: string): string => redact(label).replace(/[^\s"',]{6,}…$/, '…');

const SIGNAL_WORDS: Record<Signal, string> = {
  repeated: 'the framework said that the same message was sent again',
  misformatted: 'the framework could not read the message',
  nudged: 'the framework had to nudge the agent',
  no_such_tool: 'a tool was called that does not exist',
};

const WAIT_WORDS = { idle: ' It waits.', limited: '', ordered: ' A person asked for it.' };

/** What was seen, in plain words. */
export const seenText = (finding: LoopFinding): string =>
  foundText(finding) + (finding.wait ? WAIT_WORDS[finding.wait] : '');

function foundText(finding: LoopFinding): string {
  const { rule, period, copies, subject, outcome, signal, tools } = finding;
  switch (rule) {
    case 'cycle': {
      const what =
        period === 1
          ? tools.length > 0
            ? 'The same action'
            : 'The same answer'
          : `The same ${period} steps`;
      const back = outcome === '' ? '' : `, and each time the same came back (${shorten(outcome, 80)})`;
      return `${what} ${copies} times in a row: ${shorten(subject, 120)}${back}.`;
    }
    case 'near_repeat':
      return `${copies} answers in a row that say nearly the same, with the same reply: ${shorten(subject, 120)}.`;
    case 'near_arguments':
      return `${copies} calls in a row with nearly the same long arguments and the same result: ${shorten(subject, 120)}.`;
    case 'counter':
      return `The same action ${copies} times in a row, and in what came back only a counter moved: ${shorten(subject, 120)}.`;
    case 'stuck':
      return `The result has been the same ${copies} times in a row, whatever was tried (${shorten(outcome, 120)}).`;
    case 'framework':
      return `In ${copies} of the last turns ${signal ? SIGNAL_WORDS[signal] : 'the framework complained'}.`;
    case 'chant':
      return `The last answer was cut: it said the same words ${copies} times in a row: ${shorten(subject, 120)}.`;
    case 'cut_short':
      return `${copies} answers in a row ended without their last line, as when the model runs into a token it repeats.`;
  }
}

const DONE_WORDS: Record<Mitigation, string> = {
  feedback: 'told the agent',
  sampling: 'sampled more freely',
  forbid: 'forbade the action',
  collapse: 'folded the copies into one',
  break: 'answered here instead of upstream',
  cut: 'cut the answer',
};

/** The account of an answer that was cut because it chanted. */
export function chantVerdict(words: string, copies: number): LoopVerdict {
  const subject = shorten(words, SUBJECT_CHARS);
  return {
    ...{ rule: 'chant', level: 1, subject, period: 1, copies, applied: ['cut'], skipped: [] },
    explanation: `The answer said the same words ${copies} times in a row and was cut: ${shorten(words, 120)}.`,
    evidence: [{ role: 'assistant', text: words }],
  };
}

/** The account of a finding and of what was done about it. */
export function verdictOf(
  finding: LoopFinding,
  { applied, skipped }: { readonly applied: readonly Mitigation[]; readonly skipped: readonly Mitigation[] },
): LoopVerdict {
  const done = applied.map((one) => DONE_WORDS[one]);
  const { rule, level, subject, period, copies, evidence } = finding;
  return {
    ...{ rule, level, subject, period, copies },
    applied: [...applied],
    skipped: [...skipped],
    explanation: `${seenText(finding)} ${done.length === 0 ? 'Nothing was done.' : `Done: ${done.join(', ')}.`}`,
    evidence: [...evidence],
  };
}
