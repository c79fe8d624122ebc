// What the agent is told about its loop: what was seen, which names the very thing that repeats, and what to do instead; from level 3
// on, what it must not do again. No line of it can open a turn of a flat prompt. Source: loops, Step 1, Step 3. Used by mitigate.ts.
import type { LoopRule } from '../../../../shared/model/loop.ts';
import { type LoopFinding, seenText, shorten } from '../finding.ts';
import { asFeedback } from '../turns/own-words.ts';

const QUOTED = 160;

/** One line, without what could be taken for a tag or a turn's heading. */
const inLine = (text: string): string => text.replace(/[\s<>]+/g, ' ').trim();
const quoted = (text: string): string => `"${shorten(inLine(text), QUOTED)}"`;

/** The feedback of a finding: what was repeated (`tells`), and what is forbidden from now on (`forbids`). */
export function feedbackText(
  finding: LoopFinding,
  { tells, forbids }: { readonly tells: boolean; readonly forbids: boolean },
): string {
  const { rule, wait } = finding;
  const advice = wait === 'idle' || wait === 'ordered' ? WAIT_ADVICE[wait] : ADVICE[rule];
  const told = `${inLine(seenText(finding))} ${advice}`;
  return asFeedback([...(tells ? [told] : []), ...(forbids ? [forbidding(finding)] : [])].join(' '));
}

const WAIT_ADVICE = {
  idle: 'Wait longer at a time, look whether it still gets on, or say that it is not done yet.',
  ordered: 'If it was done as often as the person asked for, stop and report the results.',
};
const ADVICE: Readonly<Record<LoopRule, string>> = {
  cycle: 'Doing it again will end the same way. Take a step you have not tried, or say what is missing.',
  near_repeat: 'Do not announce it again: do it, do something else, or say what is missing.',
  near_arguments:
    'A small change will not help. Find out why it fails, take another way, or say what is missing.',
  counter:
    'A number that moves is no progress. Change the arguments, use another tool, or say what is missing.',
  stuck:
    'Something is the same in all you tried. Read the result again, find what it is, or say what is missing.',
  framework:
    'Answer as the system prompt shows it, and do something else: another tool, other arguments, or say what is missing.',
  chant: 'Answer without repeating them.',
  cut_short: 'Answer briefly and in other words.',
};

function forbidding({ rule, tools, subject, outcome }: LoopFinding): string {
  if (rule === 'chant') return 'You must not use those words again.';
  if (rule === 'stuck')
    return `You must not try another variation of it: whatever led to ${quoted(outcome)} must not be done again.`;
  if (tools.length === 0) return `You must not answer ${quoted(subject)} again.`;
  const names = tools.slice(0, 5).map(quoted).join(', ');
  return `You must not call ${names} with ${rule === 'near_arguments' ? 'arguments like these' : 'these arguments'} again. A call like this will be refused.`;
}
