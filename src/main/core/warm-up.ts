// Runs the enrichment on made-up prompts once at start, so that the first agents do not pay for a cold engine.
// Touches no real graph and keeps nothing; works in slices between which other work runs.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../../shared/model/settings.ts';
import type { RouteKind } from '../../shared/model/traffic.ts';
import { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { graphLexicon } from '../graph/columns/lexicon.ts';
import { Enricher } from '../proxy/enrich/enrich.ts';
import { applyEnrichment } from '../proxy/enrich/enriched-body.ts';

const ROUNDS = 60;
const SENTENCE =
  'Please look at unit-%d and tell me whether the Warm Service on rack-%d answers, then restart it. ';

let warm: Promise<void> | undefined;

/** Resolves when the engine is warm, after about a tenth of a second of work; in a process that has done it, at once. */
export function warmUp(clock: Clock): Promise<void> {
  warm ??= warmEngine(clock);
  return warm;
}

async function warmEngine(clock: Clock): Promise<void> {
  const graph = warmGraph();
  const enricher = new Enricher({
    ...{ graph, clock, lexicon: graphLexicon(graph) },
    settings: () => DEFAULT_SETTINGS,
    contextTokens: () => undefined,
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [route, body] of prompts(round)) {
      const bytes = Buffer.from(JSON.stringify(body));
      const request = {
        route,
        body: bytes,
        project: DEFAULT_PROJECT,
        sessionId: null,
        isForeignOrigin: false,
      };
      const enrichment = enricher.enrich(request);
      if (enrichment.planned) applyEnrichment(enrichment, bytes, '');
    }
    await nextTurn();
  }
}

/** A chat and a flattened conversation of eight turns. */
function prompts(round: number): Array<[RouteKind & ('chat' | 'generate'), object]> {
  const said = (n: number) => SENTENCE.replace('%d', String(n % 40)).replace('%d', String(round));
  const turns = Array.from({ length: 8 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: said(n).repeat(3),
  }));
  const flat = turns.map(
    ({ role, content }) => `### ${role === 'user' ? 'User' : 'Assistant'}:\n${content}\n\n`,
  );
  return [
    ['chat', { model: 'm', messages: [{ role: 'system', content: said(round).repeat(8) }, ...turns] }],
    ['generate', { model: 'm', prompt: `### System:\n${said(round)}\n\n${flat.join('')}` }],
  ];
}

function warmGraph(): ConceptGraph {
  const graph = new ConceptGraph();
  const put = (id: number, token: string) =>
    graph.putConcept({ id, token, encounterCount: 3, lastSeen: 0, novelty: 0, common: false });
  put(1, 'type');
  put(2, 'unit');
  for (let n = 0; n < 40; n++) {
    put(3 + n, `unit-${n}`);
    graph.putEdge({
      ...{ edgeId: n + 1, project: DEFAULT_PROJECT, concept: 3 + n, parent: 2, dim: 1, isIsa: true },
      ...{ confidence: 1, lastConfirmed: 0, source: 'gutask', doNotUse: false },
    });
  }
  return graph;
}
