// How often agents are asked what names are, and about which: conversations of a JSON Lines file ({id, messages, source?})
// are replayed request by request through the real enricher and observer, each source as a client that never answers.
// `npm run eval:questions -- FILE...`; nothing is hard-coded and nothing is kept. Source: memory D22.
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { AskedClients } from '../../clients/asked-clients.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { cueSteps } from '../../graph/cues/cues.ts';
import type { OrdinaryWords } from '../../graph/text/particular.ts';
import { readDictionary } from '../../store/words/dictionary.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { Enricher } from '../enrich/enrich.ts';
import { Observer } from '../enrich/observer.ts';
import { type MemoryPort, NO_METRICS } from '../ports.ts';

const Conversation = z.object({
  id: z.string(),
  source: z.string().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});
type Conversation = z.infer<typeof Conversation>;

export interface QuestionsFound {
  requests: number;
  /** Requests whose prompt holds a question, also one that was asked before in the conversation. */
  withQuestion: number;
  /** Requests in which a question was new. */
  withNewQuestion: number;
  /** Where each word was asked about. */
  readonly asked: Map<string, string[]>;
}

/** A memory that counts words and learns nothing. */
function countingMemory(graph: ConceptGraph): MemoryPort {
  return {
    meet(ids, at) {
      for (const id of ids) graph.encounter(id, 1, at);
    },
    encounter(counts, at) {
      for (const [token, count] of counts) {
        const id = graph.conceptId(token) ?? graph.conceptCount + 1;
        if (graph.concept(id) === undefined)
          graph.putConcept({ id, token, encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
        graph.encounter(id, count, at);
      }
    },
    learn() {},
    openNames: () => new Set(),
    hear() {},
    readLater() {},
    logInjection() {},
  };
}

/** Replays conversations in order; none of their words is known before. */
export async function replayQuestions(
  conversations: Iterable<Conversation>,
  words: OrdinaryWords,
): Promise<QuestionsFound> {
  const graph = new ConceptGraph();
  readDictionary().forEach((token, at) => {
    graph.putConcept({ id: at + 1, token, encounterCount: 0, lastSeen: 0, novelty: 0, common: true });
  });
  const clients = new AskedClients(() => false);
  const clock = { now: () => Date.now(), monotonic: () => performance.now(), after: () => () => {} };
  const lexicon = graphLexicon(graph);
  const enricher = new Enricher({
    ...{ graph, lexicon, clock },
    // What is asked is measured here, not how fast: the guard is wide.
    settings: () => ({ ...DEFAULT_SETTINGS, enrichment_guard_ms: 1000 }),
    contextTokens: () => undefined,
    ordinaryWords: () => words,
    mayAsk: (client) => clients.patienceOf(client, clock.now()).leftAloneUntil === null,
  });
  const observer = new Observer({
    ...{ memory: countingMemory(graph), scanCues: cueSteps, graph, lexicon, clock, metrics: NO_METRICS },
    log: console,
    judge: (questions) => enricher.judge(questions),
    isKnown: () => false,
    onLesson() {},
    onLeftOut() {},
  });
  const found: QuestionsFound = { requests: 0, withQuestion: 0, withNewQuestion: 0, asked: new Map() };
  for (const { id, source = id, messages } of conversations) {
    const client = source.split('@')[0] ?? source;
    for (const [last, { role }] of messages.entries()) {
      if (role === 'assistant' || role === 'system') continue;
      const body = Buffer.from(JSON.stringify({ model: 'm', messages: messages.slice(0, last + 1) }));
      const asked = { route: 'chat', body, project: 'default', client } as const;
      const { lines, observation, conversation } = enricher.enrich({
        ...{ ...asked, sessionId: null, isForeignOrigin: false },
      });
      if (observation && conversation) {
        const where = { project: 'default', scope: 'default', conversation: conversation.id, body };
        observer.observe({ ...observation, ...where, requestId: `${found.requests}`, client });
      }
      await observer.idle();
      found.requests++;
      const questions = lines.filter(({ kind }) => kind === 'zero_hit');
      const fresh = questions.filter(({ why }) => why !== 'kept');
      if (questions.length > 0) found.withQuestion++;
      if (fresh.length > 0) found.withNewQuestion++;
      for (const { concept: word } of fresh) {
        clients.note({ client, scope: 'default', word, at: clock.now() });
        found.asked.set(word, [...(found.asked.get(word) ?? []), id]);
      }
    }
  }
  return found;
}

function conversationsOf(file: string): Conversation[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => Conversation.parse(JSON.parse(line)));
}

if (process.argv[1] === import.meta.filename) {
  const words = ordinaryWords(await readWordLists());
  for (const file of process.argv.slice(2)) {
    const { asked, requests, ...found } = await replayQuestions(conversationsOf(file), words);
    const percent = (count: number) => `${((100 * count) / requests).toFixed(2)} %`;
    console.log(
      `${file}: ${requests} requests; with a question ${percent(found.withQuestion)}, a new one ${percent(found.withNewQuestion)}`,
    );
    for (const [word, ids] of asked) console.log(`  ${word}  ${ids.length}  ${ids[0]}`);
  }
}
