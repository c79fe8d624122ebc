// What a request and the end of its answer say about loops, written where people and the conversation's next request find it:
// on the row, in the book of loops, in the conversation's own memory. Called by carry-prompt.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import type { Conversation } from '../enrich/conversation.ts';
import type { Enrichment } from '../enrich/enrichment.ts';
import { chantVerdict } from '../loops/finding.ts';
import type { Chant } from '../loops/loop-memory.ts';
import type { Redact } from '../ports.ts';
import { shownVerdict } from '../traffic/prompt-record.ts';
import type { TrafficLog } from '../traffic/traffic-log.ts';
import type { SendOutcome } from './exchange.ts';
import type { LoopBook } from './loop-book.ts';

export interface NoteParts {
  readonly loops: LoopBook;
  readonly traffic: TrafficLog;
  readonly settings: () => Settings;
  readonly redact: Redact;
  readonly clock: Pick<Clock, 'now'>;
}

/** Enters the loop a request shows into the books, or takes its conversation out of them. */
export function noteLoop(parts: NoteParts, row: TrafficRow, { loop, conversation }: Enrichment): void {
  const { loops, redact, traffic } = parts;
  if (!conversation) return;
  if (!loop) {
    loops.leave(conversation);
    return;
  }
  const { rule, level, subject, copies, period, brokenUntil } = loop.finding;
  const mark = { rule, level, subject: redact(subject), applied: [...loop.plan.applied] };
  row.loop = mark;
  traffic.touched(row.id);
  loops.enter(conversation, row, { mark, copies, period, brokenUntil });
}

/**
 * How an answer ended is a sign, too: one that chants was cut, one that stops before it is done may be stuck. One that its
 * client left was neither: agents leave as soon as they have what they want.
 */
export function noteEnd(
  parts: NoteParts,
  row: TrafficRow,
  conversation: Conversation,
  outcome: SendOutcome,
): void {
  if (outcome.kind === 'aborted' && row.phase === 'streaming')
    conversation.loops.noteWhole(row.client, parts.clock.now());
  if (outcome.kind !== 'answered') return;
  if (outcome.cut) noteChant(parts, row, conversation, outcome.cut.chant);
  else if (outcome.noEnd) noteUnfinished(row, conversation);
  else if (outcome.status < 400) conversation.loops.noteWhole(row.client, parts.clock.now());
}

/** Ollama always says when it is done. Of other servers some never do, and theirs is no sign of anything. */
function noteUnfinished({ route, client }: TrafficRow, { loops }: Conversation): void {
  if (route === 'chat' || route === 'generate') loops.noteCutShort(client);
}

function noteChant(
  { loops, traffic, settings, redact, clock }: NoteParts,
  row: TrafficRow,
  conversation: Conversation,
  { words, copies }: Chant,
): void {
  conversation.loops.chanted(row.client, { words, copies }, clock.now());
  // It may have been told of another loop before it chanted.
  const chant = chantVerdict(words, copies);
  const done = { ...chant, applied: [...(row.loop?.applied ?? []), ...chant.applied] };
  const verdict = shownVerdict(done, settings(), redact);
  const { rule, level, subject, applied } = verdict;
  const mark = { rule, level, subject, applied };
  row.loop = mark;
  traffic.setLoop(row.id, verdict);
  traffic.touched(row.id);
  loops.enter(conversation, row, { mark, copies, period: 1, brokenUntil: null });
}
