// What is done with a prompt once it is on its way upstream: it is handed to be counted and read, what went into it is
// noted with the memory, and the traffic log gets its details. Returns at once. Called by carry-prompt.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { RecalledLine } from '../../../shared/model/traffic.ts';
import type { Caller } from '../../clients/caller.ts';
import { inSlices } from '../body/in-slices.ts';
import type { Insertion } from '../body/splice.ts';
import type { EnrichedBody } from '../enrich/enriched-body.ts';
import type { Enrichment } from '../enrich/enrichment.ts';
import type { Observer } from '../enrich/observer.ts';
import type { MemoryPort } from '../ports.ts';
import { type Redactors, recordPrompt } from '../traffic/prompt-record.ts';
import type { RecentPrompts } from '../traffic/recent-prompts.ts';
import type { TrafficLog } from '../traffic/traffic-log.ts';

export interface SentPrompt {
  readonly enrichment: Enrichment;
  /** Null when it was not sent: the breaker answered. */
  readonly enriched: EnrichedBody | null;
  /** As the client said it. */
  readonly body: Buffer;
}

export interface RecordParts extends Redactors {
  readonly observer: Observer;
  readonly memory: MemoryPort;
  readonly traffic: TrafficLog;
  readonly recent: RecentPrompts;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly onAsked: (client: string, scope: string, words: readonly string[]) => void;
}

/**
 * Records a prompt that was sent for a request.
 * @param onFault told of what fails behind the call
 */
export function recordSent(
  parts: RecordParts,
  sent: SentPrompt & { id: string; caller: Caller },
  onFault: (error: unknown) => void,
): void {
  const { id, caller, enrichment, enriched, body } = sent;
  const { client, project } = caller;
  const { conversation, observation } = enrichment;
  if (observation && conversation) {
    const { mentions } = conversation; // alone: what is remembered of recent prompts must not keep their bodies
    const { scope, learnsInto } = caller;
    const about = { requestId: id, client, scope, conversation: conversation.id, body };
    if (learnsInto !== null) parts.observer.observe({ ...observation, ...about, project: learnsInto });
    parts.recent.add({
      ...{ requestId: id, at: parts.clock.now(), client, project, newest: enrichment.newest },
      older: mentions.named,
      askable: enrichment.askable,
      maxChars: conversation.maxChars,
    });
  }
  if (enriched?.insertion) {
    logInjection(parts, sent, enriched, enriched.insertion);
    const asked = enrichment.lines.filter(({ kind, why }) => kind === 'zero_hit' && why !== 'kept');
    if (asked.length > 0) {
      parts.onAsked(
        client,
        caller.scope,
        asked.map(({ concept }) => concept),
      );
    }
  }
  const modelSystem = enriched?.insertion ? enriched.modelSystem : null;
  inSlices(recordPrompt({ enrichment, body, modelSystem }, parts.settings(), parts), parts.clock, {
    done: (detail) => parts.traffic.setDetail(id, detail),
    failed: onFault,
  });
}

interface Recalled {
  readonly concepts: readonly string[];
  readonly edgeIds: readonly number[];
}

/** A conversation's lines stay the same list while they stay the same. */
const recalled = new WeakMap<readonly RecalledLine[], Recalled>();

function recalledBy(lines: readonly RecalledLine[]): Recalled {
  const known = recalled.get(lines);
  if (known) return known;
  const found = {
    concepts: lines.map(({ concept }) => concept),
    edgeIds: lines.flatMap(({ edgeIds }) => edgeIds),
  };
  recalled.set(lines, found);
  return found;
}

function logInjection(
  { memory, clock }: RecordParts,
  { id, caller, enrichment }: SentPrompt & { id: string; caller: Caller },
  { prefixBytes }: EnrichedBody,
  insertion: Insertion,
): void {
  const { lines, planned, conversation } = enrichment;
  memory.logInjection({
    requestId: id,
    at: clock.now(),
    project: caller.project,
    conversation: conversation?.id ?? null,
    client: caller.client,
    ...recalledBy(lines),
    position: planned?.position ?? '',
    bytes: insertion.bytes.length,
    prefixBytes,
  });
}
