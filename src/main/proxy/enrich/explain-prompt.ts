// What the proxy would send upstream for one request, without sending it: `festinger explain prompt`. The same code as
// on the road, with the state of a conversation's first request, so the same input always gives the same answer.
// Pure: nothing is counted, asked or kept. Source: architecture, The command line. Used by the command line.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { type InjectionReason, type LeftOut, ROUTE_KINDS } from '../../../shared/model/traffic.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { type ExplainedSegment, explainSegment } from '../../graph/text/explain-text.ts';
import type { OrdinaryWords } from '../../graph/text/particular.ts';
import { matchRoute, upstreamTarget } from '../routes.ts';
import { Enricher } from './enrich.ts';
import { applyEnrichment } from './enriched-body.ts';
import { segmentsOf } from './segments.ts';
import type { UnknownName } from './zero-hits.ts';

export interface ExplainedPrompt {
  readonly injected: boolean;
  readonly reason: InjectionReason;
  readonly block: string | null;
  /** Whose words its turns hold, and which rule decided. Absent where the request is passed on unread. */
  readonly segments?: readonly ExplainedSegment[];
  /** What of it was not looked at, and how much; see LEFT_OUT. Absent for nothing. */
  readonly left_out?: readonly LeftOut[];
  /** Names nobody has explained, and why each is asked about or not; as if the conversation had come in turn by turn. */
  readonly unknown_names?: readonly UnknownName[];
  /** What would go upstream, in the type it came in: a string stays one, byte for byte but for the insertion. */
  readonly body: unknown;
}

export interface ExplainOptions {
  /** Epoch milliseconds, for the recency of facts; the present by default. */
  readonly now?: number;
  readonly project?: string;
  /** The large lists of words; without them it asks about none (memory D22). */
  readonly ordinaryWords?: OrdinaryWords;
  /** The model's own SYSTEM, as `/api/show` would give it; none by default. */
  readonly modelSystem?: string;
}

/**
 * Explains one request.
 * @param route a path (`/api/chat`), a request line (`POST /api/chat`) or a route kind (`chat`)
 * @param body the JSON body as a value or as text
 * @throws AppError INVALID_INPUT when the body is neither
 */
export function explainPrompt(
  route: string,
  body: unknown,
  graph: ConceptGraph,
  settings: Settings,
  { now = Date.now(), project = 'default', modelSystem = '', ordinaryWords }: ExplainOptions = {},
): ExplainedPrompt {
  const kind = kindOf(route);
  const untouched = (reason: InjectionReason) => ({ injected: false, reason, block: null, body });
  if (kind === 'other') return untouched('not_a_prompt_route');
  const isText = typeof body === 'string';
  const text = isText ? body : JSON.stringify(body);
  if (text === undefined) throw new AppError('INVALID_INPUT', 'body: a JSON value or its text is needed');
  const bytes = Buffer.from(text);
  if (bytes.length > settings.enrichment_max_body_bytes) return untouched('body_too_large');
  const enricher = new Enricher({
    graph,
    lexicon: graphLexicon(graph),
    settings: () => settings,
    clock: stillClock(now),
    contextTokens: () => undefined,
    ordinaryWords: () => ordinaryWords ?? null,
  });
  const request = { route: kind, body: bytes, project, sessionId: null, isForeignOrigin: false };
  const enrichment = enricher.enrich(request);
  const { turns } = enrichment;
  const segments = turns.flatMap((turn) => segmentsOf(turn, { turns, body: bytes }).map(explainSegment));
  const questions = enrichment.observation?.questions;
  const names = questions && ordinaryWords ? enricher.explainNames(questions, ordinaryWords) : [];
  const more = {
    ...(segments.length > 0 ? { segments } : {}),
    ...(enrichment.leftOut.length > 0 ? { left_out: enrichment.leftOut } : {}),
    ...(names.length > 0 ? { unknown_names: names } : {}),
  };
  if (!enrichment.planned) return { ...untouched(enrichment.reason), ...more };
  const sent = Buffer.concat(applyEnrichment(enrichment, bytes, modelSystem).pieces).toString('utf8');
  return {
    injected: true,
    reason: enrichment.reason,
    block: enrichment.planned.block,
    ...more,
    body: isText ? sent : (JSON.parse(sent) as unknown),
  };
}

/** A clock on which no time passes, so that no explanation is too slow. */
const stillClock = (now: number): Pick<Clock, 'now' | 'monotonic'> => ({
  now: () => now,
  monotonic: () => 0,
});

/** @param route a path, a request line or a route kind */
export function kindOf(route: string) {
  const known = ROUTE_KINDS.find((kind) => kind === route);
  if (known) return known;
  const [first = '', second] = route.trim().split(/\s+/);
  const [method, target] = second === undefined ? ['POST', first] : [first.toUpperCase(), second];
  return matchRoute(method, upstreamTarget(target).path).kind;
}
