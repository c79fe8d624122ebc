// For tests: briefs of documents, made over a database as the worker makes them, without one or with whatever a scripted model answers. Imports no test framework.
import type { Store } from '../../../store/store-access.ts';
import { type ReadContext, readContext } from '../../context/read-context.ts';
import { asked, PROJECT, parts, takeIn } from '../../context/testing/left-pad-case.ts';
import type { PromptTask } from '../../prompt/templates.ts';
import { markWhole } from '../../testing/whole-ecosystem.ts';
import { type BriefParts, type WrittenBrief, writeBrief } from '../write-brief.ts';
import type { BriefCase } from './cases.ts';

/** The word that is secret in the prompts of these briefs. */
export const CANARY = 'canaryQ7w9Zk2m';

const signal = new AbortController().signal;

/** @param answers one after the other, the last again and again; null for a brief without a model */
export function briefFrom(
  context: ReadContext,
  answers: readonly (string | Error)[] | null,
  more: Partial<BriefParts> = {},
): Promise<WrittenBrief> {
  let next = 0;
  const wording = answers && {
    ask: async () => {
      const answer = answers[Math.min(next++, answers.length - 1)] ?? '';
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return writeBrief(context, {
    question: 'What of it?',
    canary: CANARY,
    wording,
    strict: true,
    signal,
    span: (_, work) => work(),
    ...more,
  });
}

/** The context of a case in a database that has nothing but it, and all that the databases of its ecosystems say. */
export async function contextOf(
  store: Store,
  { documents, key }: BriefCase,
  task: PromptTask = 'summary',
): Promise<ReadContext> {
  await markWhole(store, PROJECT, ['npm', 'Maven', 'PyPI', 'Debian', 'Go']);
  await takeIn(store, documents);
  return readContext(asked(task, { advisoryKey: key }), parts(store));
}
