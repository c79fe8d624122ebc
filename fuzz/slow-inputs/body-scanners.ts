// The part of the registry that reads whole request bodies: the byte scanner, and everything that is done with a prompt
// before it goes on, with its own guard. A text stands where a client puts it. Used by scanners.ts.
import { ConceptGraph } from '../../src/main/graph/columns/concept-graph.ts';
import type { Lexicon } from '../../src/main/graph/types.ts';
import { MAX_ITEMS, scanWithin } from '../../src/main/proxy/body/body-scanner.ts';
import { promptTurns } from '../../src/main/proxy/body/prompt-turns.ts';
import { Enricher } from '../../src/main/proxy/enrich/enrich.ts';
import { applyEnrichment } from '../../src/main/proxy/enrich/enriched-body.ts';
import type { PromptRoute } from '../../src/main/proxy/routes.ts';
import { DEFAULT_SETTINGS } from '../../src/shared/model/settings.ts';
import { atomsOf } from './alphabets.ts';
import { computed } from './measure.ts';
import type { Scanner } from './scanners.ts';

const MEGABYTE = 1_000_000;
/** The guard, and what may be lost to other programs before it is looked at again. */
const GUARDED_MS = DEFAULT_SETTINGS.enrichment_guard_ms + 10;
const MADE_UP = 200_000;

const within = (files: string): string[] => files.split(' ').map((file) => `main/proxy/${file}`);
const json = (value: unknown): string => JSON.stringify(value);

/** Where a client puts a text. */
export const PLACES: readonly {
  readonly name: string;
  readonly route: PromptRoute;
  readonly path: string;
  body(text: string): string;
}[] = [
  {
    name: "the user's first message",
    route: 'chat',
    path: '/api/chat',
    body: (text) => json({ model: 'm', messages: [{ role: 'user', content: text }] }),
  },
  {
    name: 'the system prompt',
    route: 'chat',
    path: '/api/chat',
    body: (text) =>
      json({
        model: 'm',
        messages: [
          { role: 'system', content: text },
          { role: 'user', content: 'hi' },
        ],
      }),
  },
  {
    name: "an assistant's turn, and parts of a user's",
    route: 'openai_chat',
    path: '/v1/chat/completions',
    body: (text) =>
      json({
        model: 'm',
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: text.slice(0, text.length / 2) },
          { role: 'user', content: [{ type: 'text', text: text.slice(text.length / 2) }] },
        ],
      }),
  },
  {
    name: 'a flattened prompt',
    route: 'generate',
    path: '/api/generate',
    body: (text) => json({ model: 'm', prompt: `### System:\nx\n\n### User:\n${text}` }),
  },
  {
    name: 'a completion',
    route: 'openai_completions',
    path: '/v1/completions',
    body: (text) => json({ model: 'm', prompt: text }),
  },
  {
    name: 'system blocks, and a result of a tool',
    route: 'anthropic_messages',
    path: '/v1/messages',
    body: (text) =>
      json({
        model: 'm',
        system: [{ type: 'text', text: text.slice(0, text.length / 2) }],
        messages: [
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'x', content: text.slice(text.length / 2) }],
          },
        ],
      }),
  },
  {
    name: "a function's output",
    route: 'openai_responses',
    path: '/v1/responses',
    body: (text) =>
      json({
        model: 'm',
        input: [
          { role: 'user', content: 'hi' },
          { type: 'function_call_output', call_id: 'c', output: text },
        ],
      }),
  },
];

/** Where a text stands raw, as a part of the body's own JSON. */
const RAW: readonly { route: PromptRoute; before: string; after: string }[] = [
  { route: 'chat', before: '', after: '' },
  { route: 'chat', before: '{"messages":[{"role":"user","content":"hi"},', after: '0]}' },
  { route: 'openai_chat', before: '{"messages":[{"role":"user","content":[', after: '0]}]}' },
  {
    route: 'anthropic_messages',
    before: '{"system":[',
    after: '0],"messages":[{"role":"user","content":"hi"}]}',
  },
  { route: 'generate', before: '{"prompt":"', after: '"}' },
  { route: 'chat', before: '{"options":', after: '}' },
];

function graphWithFacts(): ConceptGraph {
  const graph = new ConceptGraph();
  const names = ['type', 'foo1', 'gnommoweb', 'repo', 'aaaa', 'b', 'a'];
  for (const [at, token] of names.entries()) {
    graph.putConcept({ id: at + 1, token, encounterCount: 9, lastSeen: 0, novelty: 1, common: false });
  }
  // A vocabulary that somebody filled with made-up words, each met often enough to be worth asking about.
  for (let n = 0; n < MADE_UP; n++) {
    const row = { id: 1000 + n, token: `w${n.toString(36)}x`, encounterCount: 9, lastSeen: 0, novelty: 0 };
    graph.putConcept({ ...row, common: false });
  }
  const edge = {
    project: 'default',
    dim: 1,
    isIsa: true,
    confidence: 1,
    lastConfirmed: 0,
    source: 'gutask' as const,
    doNotUse: false,
  };
  graph.putEdge({ ...edge, edgeId: 1, concept: 3, parent: 4 });
  graph.putEdge({ ...edge, edgeId: 2, concept: 2, parent: 4 });
  return graph;
}

export function bodyScanners(lexicon: Lexicon): Scanner[] {
  let graph: ConceptGraph | null = null;
  const newEnricher = () => {
    graph ??= graphWithFacts();
    return new Enricher({
      graph,
      lexicon,
      settings: () => DEFAULT_SETTINGS,
      clock: { now: () => 0, monotonic: computed },
      contextTokens: () => undefined,
    });
  };
  return [
    {
      name: 'body as bytes',
      modules: within(
        'body/body-scanner body/json-cursor body/json-strings body/turn-scanner body/prompt-turns body/call-facts routes',
      ),
      atoms: atomsOf(['json', 'json', 'space', 'letters', 'envelopes']),
      most: MEGABYTE,
      ways: RAW.length,
      holdMs: GUARDED_MS,
      *steps(text) {
        for (const { route, before, after } of RAW) {
          const bytes = Buffer.from(before + text + after);
          const end = computed() + DEFAULT_SETTINGS.enrichment_guard_ms;
          yield;
          const limits = { items: MAX_ITEMS, isLate: () => computed() > end };
          const index = scanWithin(limits, bytes, route);
          yield 'reason' in index ? index.reason : promptTurns(index, route);
        }
      },
    },
    {
      name: 'prompt on its way',
      modules: within(
        'enrich/enrich enrich/enrichment enrich/look-for-loop enrich/read-new-turns enrich/recognise enrich/mentions enrich/prose-so-far enrich/conversation enrich/conversation-key body/prompt-turns enrich/inject body/splice enrich/enriched-body enrich/explain-prompt loops/loop-memory loops/turns/seen-turns loops/may-repeat loops/turns/alike-bytes loops/history loops/rules',
      ),
      atoms: atomsOf([
        'space',
        'letters',
        'marks',
        'punctuation',
        'markup',
        'json',
        'envelopes',
        'paths',
        'cues',
        'volatile',
      ]),
      most: MEGABYTE,
      ways: PLACES.length,
      holdMs: GUARDED_MS,
      *steps(text) {
        for (const { route, body } of PLACES) {
          const enricher = newEnricher();
          const bytes = Buffer.from(body(text));
          yield;
          const asked = { route, body: bytes, project: 'default', sessionId: null, isForeignOrigin: false };
          const enrichment = enricher.enrich(asked);
          yield enrichment.planned && applyEnrichment(enrichment, bytes, '');
        }
      },
    },
  ];
}
