// What an agent's shell reads instead of JSON: a line about a fact that was told or retracted, a line about a name that was
// asked for. Pure. Said alike by the command line and by POST /iknowthat and GET /recall to who accepts text/plain;
// resources/gutask.sh tells outcomes apart by the first word.
import { endWords } from '../fact-end.ts';
import type { FactAnswer } from './graph.ts';

/** What became of a fact; begins with its status and a colon. @param asked what was asked for it */
export function factLine(answer: FactAnswer, asked: 'tell' | 'retract'): string {
  const { status, concept, parent, dimension, conflict_id: conflict, reason, until } = answer;
  const end = until === undefined ? '' : ` until ${endWords(Date.parse(until))}`;
  const line = `${concept}: [${dimension}] ${parent}${end}`;
  switch (status) {
    case 'conflict': {
      const why =
        asked === 'retract'
          ? 'was told by somebody more trusted; that it is so no more'
          : 'contradicts what is known; it';
      return `conflict: ${line} ${why} waits in the queue as conflict ${conflict}.`;
    }
    case 'absent': {
      const claimed =
        conflict === undefined ? '' : ` Somebody more trusted claims it in conflict ${conflict}.`;
      return `absent: nothing known says ${line}.${claimed}`;
    }
    case 'refused':
      return `refused: ${line} (${reason})`;
    default:
      return `${status}: ${line}`;
  }
}

/** What agents are told about a name; of an unknown one it begins with `Nothing is known about `, as no name does. */
export function recalledLine(answer: {
  readonly concept: string;
  readonly known: boolean;
  readonly recollection: string | null;
}): string {
  const { concept, known, recollection } = answer;
  if (!known) return `Nothing is known about ${concept}.`;
  return recollection ?? `${concept}: nothing that agents are told now`;
}
