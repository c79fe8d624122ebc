// Puts the figures of the material into words: lines with their denominators, details for --verbose, plain numbers for --json, and
// what nobody has labelled yet. Pure. Called by real.ts.
import type { Alarms, LoopFigures } from './loops.ts';
import type { Judged } from './material.ts';
import type { Questions } from './questions.ts';
import type { Precision, ReadPrompts, Recall } from './reading.ts';
import type { LabFigures, Shown } from './recalled.ts';
import type { ToolFigures } from './tools.ts';

export type Part =
  | 'reading'
  | 'recall'
  | 'docs'
  | 'prompts'
  | 'lab'
  | 'questions'
  | 'loops'
  | 'healthy'
  | 'tools';

export interface Report {
  readonly lines: string[];
  readonly details: string[];
  readonly figures: object;
  readonly unlabelled: readonly Judged[];
}

/** `0.950 (19 of 20)`; `- (0 of 0)` where there is nothing to be a share of. */
export const share = (part: number, whole: number): string =>
  `${whole === 0 ? '-' : (part / whole).toFixed(3)} (${part} of ${whole})`;

const tripleLine = ({ text, triple: { subject, parent, dim, is_isa } }: Judged): string =>
  `${subject} ${is_isa ? 'isa' : 'ispart'} ${parent} [${dim}]  <  ${JSON.stringify(text.slice(0, 160))}`;

/** Shares are of what is labelled: the rest is nobody's yet. */
export function sayPrecision(precision: Precision): Report {
  const { texts, read, right, useless, wrong, unlabelled } = precision;
  const labelled = right + useless + wrong;
  return {
    lines: [
      `${read} read out of ${texts} texts, ${unlabelled.length} of them unlabelled`,
      `false ${share(wrong, labelled)}, says nothing ${share(useless, labelled)}`,
    ],
    details: unlabelled.map(tripleLine),
    figures: { texts, read, right, useless, wrong, unlabelled: unlabelled.length },
    unlabelled,
  };
}

export function sayRecall(recall: Recall): Report {
  const { texts, expected, found, byFirstName, silent, useless, others, missed } = recall;
  return {
    lines: [
      `found ${share(found, expected)} in ${texts} texts, by the name D18 asks for ${share(byFirstName, expected)}`,
      `nothing read where nothing is said ${share(silent.kept, silent.texts)}; ${others.length} read beside what is expected, ${useless} say nothing`,
    ],
    details: [
      ...missed.map(
        ({ text, claim: { subject, parent, dim } }) =>
          `missed: ${subject[0]} ${parent[0]} [${dim[0]}]  <  ${JSON.stringify(text.slice(0, 160))}`,
      ),
      ...others.map((one) => `beside: ${tripleLine(one)}`),
    ],
    figures: { texts, expected, found, byFirstName, silent, useless, others: others.length },
    unlabelled: others,
  };
}

export function sayPrompts(files: number, { system, tool, user, paragraphs }: ReadPrompts): Report {
  return {
    lines: [
      `${files} files: ${system.length} triples as system, ${tool.length} as tool, ${user.length} as user text; ${paragraphs.length} where a person says each paragraph alone`,
    ],
    details: [...system, ...tool, ...user, ...paragraphs].map(tripleLine),
    figures: {
      ...{ files, system: system.length, tool: tool.length },
      ...{ user: user.length, paragraphs: paragraphs.length },
    },
    unlabelled: [...user, ...paragraphs],
  };
}

const labLine = ({ needed, shown, lines, unneeded, asked }: Shown): string =>
  `needed shown ${share(shown, needed)}, unneeded lines ${share(unneeded, lines)}, ${asked.length} asked`;

export function sayLab({ all, byClass, misses }: LabFigures): Report {
  return {
    lines: [labLine(all), ...[...byClass].map(([name, shown]) => `  ${name}: ${labLine(shown)}`)],
    details: misses.map(
      ({ text, missing, unneeded }) =>
        `missing [${missing.join(' ')}] unneeded [${unneeded.join(' ')}]  <  ${JSON.stringify(text)}`,
    ),
    figures: { ...all, byClass: Object.fromEntries(byClass), misses },
    unlabelled: [],
  };
}

export function sayQuestions(questions: Questions): Report {
  const { requests, withQuestion, conversations, asking, asked } = questions;
  const words = [...new Set(asked.map(({ word }) => word))];
  return {
    lines: [
      `requests with a question ${share(withQuestion, requests)}; conversations that are asked ${share(asking, conversations)}`,
      `${words.length} words asked about: ${words.join(' ')}`,
    ],
    details: asked.map(({ word, conversation }) => `${word}  <  ${conversation}`),
    figures: questions,
    unlabelled: [],
  };
}

export function sayLoops(byKind: ReadonlyMap<string, LoopFigures>): Report {
  return {
    lines: [...byKind].map(
      ([kind, { found, traces, brokenOff }]) =>
        `${kind}: found ${share(found, traces)}, broken off ${share(brokenOff, traces)}`,
    ),
    details: [...byKind].flatMap(([kind, { missed }]) => missed.map((id) => `missed ${kind}: ${id}`)),
    figures: Object.fromEntries(byKind),
    unlabelled: [],
  };
}

export function sayAlarms({ traces, requests, alarms }: Alarms): Report {
  const sum = (of: 'marked' | 'answered') => alarms.reduce((all, alarm) => all + alarm[of], 0);
  return {
    lines: [
      `false alarms ${share(alarms.length, traces)}`,
      `requests marked ${share(sum('marked'), requests)}, of them answered here ${sum('answered')}`,
    ],
    details: alarms.map(
      ({ id, rule, subject, marked, answered }) =>
        `alarm ${rule}, ${marked} marked, ${answered} answered here: ${id}: ${subject}`,
    ),
    figures: { traces, requests, alarms },
    unlabelled: [],
  };
}

export function sayTools(tools: readonly ToolFigures[]): Report {
  return {
    lines: tools.map(({ tool, byKind, alarms, healthy }) => {
      const found = Object.entries(byKind).map(
        ([kind, { found, traces }]) => `${kind} ${share(found, traces)}`,
      );
      return `${tool.padEnd(12)} ${[...found, `false alarms ${share(alarms, healthy)}`].join(', ')}`;
    }),
    details: [],
    figures: tools,
    unlabelled: [],
  };
}
