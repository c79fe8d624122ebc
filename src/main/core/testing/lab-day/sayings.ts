// How people in the lab put things: plain statements, changes, and everything that sounds like one and is none. Written
// without a look at what the scanner knows. Used by script.ts.
import type { LabDimension } from './world.ts';

type Say = (thing: string, value: string) => string;

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** A fact, said plainly. */
export const TOLD: Readonly<Record<LabDimension, readonly Say[]>> = {
  type: [
    (s, v) => `${s} is ${article(v)}.`,
    (s, v) => `For the record: ${s} is ${article(v)}.`,
    (s, v) => `${s} is our ${v}.`,
    (s, v) => `Note that ${s} is ${article(v)}, please keep that in mind.`,
  ],
  'runs-on': [
    (s, v) => `${s} runs on ${v}.`,
    (s, v) => `${s} is hosted on ${v}.`,
    (s, v) => `${s} is deployed on ${v} and nothing else needs to know.`,
    (s, v) => `By the way, ${s} lives on ${v}.`,
    (s, v) => `${s} is running on ${v}.`,
  ],
  'owned-by': [
    (s, v) => `${s} is maintained by ${v}.`,
    (s, v) => `${s} is owned by ${v}.`,
    (s, v) => `${s} is managed by ${v}, so ask there first.`,
  ],
  membership: [(s, v) => `${s} is part of the ${v}.`, (s, v) => `${s} belongs to the ${v}.`],
  tech: [(s, v) => `${s} is written in ${v}.`, (s, v) => `${s} is implemented in ${v}.`],
};

/** A change of what was true: from, to. */
export const CHANGED: readonly ((thing: string, from: string, to: string) => string)[] = [
  (s, from, to) => `${s} no longer runs on ${from}, it now runs on ${to}.`,
  (s, from, to) => `${s} moved from ${from} to ${to}.`,
  (s, _, to) => `${s} now runs on ${to}.`,
  (s, from, to) => `${s} runs on ${to} instead of ${from}.`,
  (s, from, to) => `We are done: ${s} was moved from ${from} to ${to}.`,
];

export const HANDED_OVER: readonly ((thing: string, to: string) => string)[] = [
  (s, to) => `${s} is now maintained by ${to}.`,
  (s, to) => `${s} is now owned by ${to}.`,
];

export const ENDED: readonly Say[] = [
  (s, v) => `${s} is no longer part of the ${v}.`,
  (s, v) => `${s} does not belong to the ${v} any more.`,
];

export const RENAMED: readonly Say[] = [
  (s, v) => `${s} was renamed to ${v}.`,
  (s, v) => `${s} is now called ${v}.`,
];

/** Says nothing of the kind, with a host on which the thing does not run. */
export const UNTOLD: readonly Say[] = [
  (s, v) => `Does ${s} run on ${v}?`,
  (s, v) => `If ${s} runs on ${v}, restart it there.`,
  (s, v) => `I think ${s} runs on ${v}, but check that.`,
  (s, v) => `What would happen if ${s} was hosted on ${v}?`,
  (s, v) => `Marek says ${s} is hosted on ${v}, I am not so sure.`,
  (s, v) => `${s} might be running on ${v}.`,
  (s, v) => `Please make sure that ${s} never runs on ${v}.`,
  (s, v) => `Plan how ${s} could be moved from its host to ${v}.`,
  (s, v) => `Imagine that ${s} is deployed on ${v} and tell me about the load.`,
];

export const ASKED: readonly ((thing: string) => string)[] = [
  (s) => `Why is ${s} so slow today?`,
  (s) => `Restart ${s} and tell me what its log says.`,
  (s) => `Check the certificate of ${s}, please.`,
  (s) => `${s} answers with 502 since this morning. Find out why.`,
  (s) => `How full is the disk that ${s} writes to?`,
];
