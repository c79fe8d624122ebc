// What the agent is told about its loop: what it repeated, what came back, and what to do instead; from level 3 on, what it
// must not do again. Naming the very thing is what helps. No line of it can open a turn of a flat prompt.
// Source: loops, Step 1, Step 3. Used by mitigate.ts.
import { type LoopFinding, shorten } from '../finding.ts';
import { asFeedback } from '../turns/own-words.ts';

const QUOTED = 160;

/** One line, without what could be taken for a tag or a turn's heading. */
const quoted = (text: string): string => `"${shorten(text.replace(/[\s<>]+/g, ' ').trim(), QUOTED)}"`;

/** The feedback of a finding: what was repeated (`tells`), and what is forbidden from now on (`forbids`). */
export function feedbackText(
  finding: LoopFinding,
  { tells, forbids }: { readonly tells: boolean; readonly forbids: boolean },
): string {
  const lines = [...(tells ? toldOf(finding) : []), ...(forbids ? [forbidding(finding)] : [])];
  return asFeedback(lines.join(' '));
}

function toldOf({ rule, period, copies, subject, outcome, tools, signal, wait }: LoopFinding): string[] {
  const back = outcome === '' ? 'nothing new came back' : `the same came back: ${quoted(outcome)}`;
  if (wait === 'idle') {
    return [
      `You have waited ${copies} times, with ${quoted(subject)}, and ${back}.`,
      'Wait longer at a time, look whether it is still getting on, or say that it is not done yet.',
    ];
  }
  switch (rule) {
    case 'cycle':
      if (period > 1) {
        return [
          `You have gone through the same ${period} steps ${copies} times: ${quoted(subject)}. Each time ${back}.`,
          'Another round will end the same way. Leave this path: take a step you have not tried, or say what is missing.',
        ];
      }
      return tools.length > 0
        ? [
            `You have done ${quoted(subject)} ${copies} times, and each time ${back}.`,
            'Doing it again will give the same. Change the arguments, use another tool, or say what is missing.',
          ]
        : [
            `You have answered ${quoted(subject)} ${copies} times.`,
            'Saying it again does not help. Take the next step, or say what is missing.',
          ];
    case 'near_repeat':
      return [
        `Your last ${copies} answers say nearly the same: ${quoted(subject)}.`,
        'Do not announce it again: do it, do something else, or say what is missing.',
      ];
    case 'near_arguments':
      return [
        `Your last ${copies} calls had nearly the same arguments, ${quoted(subject)}, and each time ${back}.`,
        'A small change will not help. Find out why it fails, take another way, or say what is missing.',
      ];
    case 'counter':
      return [
        `You have done ${quoted(subject)} ${copies} times. In what came back only a counter moves, the rest is the same: ${quoted(outcome)}.`,
        'A number that moves is no progress. Change the arguments, use another tool, or say what is missing.',
      ];
    case 'stuck':
      return [
        `The result has been the same ${copies} times, whatever you tried: ${quoted(outcome)}. Your last try was ${quoted(subject)}.`,
        'What is wrong is the same in all of them. Read the result again, check what your tries have in common, or say what is missing.',
      ];
    case 'framework':
      return signal === 'misformatted'
        ? [
            `Your messages could not be read, ${copies} times now. Answer with one JSON object as the system prompt shows it, and nothing around it.`,
          ]
        : [
            `You were stopped ${copies} times for ${quoted(subject)}. Do something else: another tool, other arguments, or say what is missing.`,
          ];
    case 'chant':
      return [
        `Your last answer said the same words over and over and was cut: ${quoted(subject)}. Answer without repeating them.`,
      ];
    case 'cut_short':
      return [
        'Your last answers broke off because they repeated themselves. Answer briefly and in other words.',
      ];
  }
}

function forbidding({ rule, tools, subject, outcome }: LoopFinding): string {
  if (rule === 'chant') return 'You must not use those words again.';
  if (rule === 'stuck')
    return `You must not try another variation of it: whatever led to ${quoted(outcome)} must not be done again.`;
  if (tools.length === 0) return `You must not answer ${quoted(subject)} again.`;
  const names = tools.slice(0, 5).map(quoted).join(', ');
  return `You must not call ${names} with ${rule === 'near_arguments' ? 'arguments like these' : 'these arguments'} again. A call like this will be refused.`;
}
