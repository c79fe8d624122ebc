// Benchmark of the proxy's own work on a prompt: from the request's bytes to the bytes that go upstream, nothing else.
// Prints p50 and p99 for prompts of 1, 32 and 256 KB, at first sight and with only the last turn new, at vocabularies of
// 10 k, 100 k and 1 M concepts with as many facts; writes JSON to bench/results/.
//   node --expose-gc bench/enrich.ts [--quick]
// Every sample is a conversation of its own with fresh text; one enricher serves them all, as on the road. Source: proxy, Speed.
import { ConceptGraph } from '../src/main/graph/columns/concept-graph.ts';
import { graphLexicon } from '../src/main/graph/columns/lexicon.ts';
import { Enricher } from '../src/main/proxy/enrich/enrich.ts';
import { applyEnrichment } from '../src/main/proxy/enrich/enriched-body.ts';
import type { PromptRequest } from '../src/main/proxy/enrich/recognise.ts';
import { DEFAULT_SETTINGS } from '../src/shared/model/settings.ts';
import { seededRandom } from '../src/shared/seeded-random.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';
import { word } from './lib/words.ts';

const isQuick = process.argv.includes('--quick');
const SIZES_KB = [1, 32, 256];
const VOCABULARIES = isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
const SAMPLES: Readonly<Record<number, number>> = isQuick
  ? { 1: 200, 32: 100, 256: 20 }
  : { 1: 2000, 32: 1000, 256: 200 };
const WARM_UP = isQuick ? 30 : 100;
const COMMON_WORDS = 8000;
const NOW = Date.UTC(2026, 10, 21);
const ROUTES = ['chat', 'generate'] as const;

type Route = (typeof ROUTES)[number];

/** A vocabulary of `size` concepts, the first 8,000 of them dictionary words, with as many facts as named concepts. */
function buildGraph(size: number): ConceptGraph {
  const graph = new ConceptGraph();
  const random = seededRandom(size);
  for (let n = 0; n < size; n++) {
    const common = n < COMMON_WORDS;
    const encounterCount = Math.floor(random() * 40);
    graph.putConcept({
      id: n + 1,
      token: common ? word(n) : `${word(n)}x`,
      encounterCount,
      lastSeen: NOW,
      novelty: 0,
      common,
    });
  }
  const pick = () => COMMON_WORDS + 1 + Math.floor(random() * (size - COMMON_WORDS - 1));
  for (let n = COMMON_WORDS; n < size; n++) {
    const edge = {
      edgeId: n,
      project: 'default',
      concept: n + 1,
      parent: pick(),
      dim: 1 + (n % 6),
      isIsa: n % 2 === 0,
    };
    if (edge.concept === edge.parent) continue;
    graph.putEdge({ ...edge, confidence: 1, lastConfirmed: NOW, source: 'gutask', doNotUse: false });
  }
  return graph;
}

/** What a conversation is about: so many concepts, anywhere in the vocabulary. */
const TOPICS = 100;

/** Text as English is: dictionary words by Zipf's law, the conversation's topics, some unknown words, quotes, line ends. */
function prose(bytes: number, topics: readonly string[], random: () => number): string {
  const words: string[] = [];
  for (let length = 0; length < bytes; ) {
    const dice = random();
    let next: string;
    if (dice < 0.9) next = word(Math.floor(COMMON_WORDS ** random()));
    else if (dice < 0.95) next = topics[Math.floor(random() * topics.length)] ?? '';
    else if (dice < 0.97) next = `"${word(Math.floor(random() * 1e6))}y"`;
    else next = `${word(Math.floor(random() * 100))}.\n`;
    words.push(next);
    length += next.length + 1;
  }
  return words.join(' ').slice(0, bytes);
}

/** A conversation of `bytes` in turns of about 1 KB, and the same without its last answer and question (1 KB together). */
function conversation(
  route: Route,
  bytes: number,
  size: number,
  random: () => number,
): { before: Buffer; now: Buffer } {
  const turnBytes = Math.min(1024, bytes / 2);
  const named = size - COMMON_WORDS;
  const topics = Array.from(
    { length: TOPICS },
    () => `${word(COMMON_WORDS + Math.floor(random() * named))}x`,
  );
  const said = (role: string, length: number) => ({ role, content: prose(length, topics, random) });
  const pairs = Math.max(0, Math.floor((bytes / turnBytes - 3) / 2));
  const turns = [said('user', turnBytes)];
  for (let n = 0; n < pairs; n++)
    turns.push(said('assistant', turnBytes * 0.96), said('user', turnBytes * 0.96));
  turns.push(said('assistant', turnBytes / 2), said('user', turnBytes / 2));
  const system = { role: 'system', content: prose(turnBytes, topics, random) };
  const body = (part: typeof turns) => Buffer.from(JSON.stringify(bodyOf(route, [system, ...part])));
  return { before: body(turns.slice(0, -2)), now: body(turns) };
}

function bodyOf(route: Route, messages: { role: string; content: string }[]): object {
  const options = { num_ctx: 262_144, temperature: 0 };
  if (route === 'chat') return { model: 'bench', messages, stream: true, options };
  const prompt = messages
    .map(({ role, content }) => `### ${role[0]?.toUpperCase()}${role.slice(1)}:\n${content}\n\n`)
    .join('');
  return { model: 'bench', prompt, options, stream: true };
}

interface Figures {
  readonly route: Route;
  readonly vocabulary: number;
  readonly promptKb: number;
  readonly sight: 'first' | 'incremental';
  readonly samples: number;
  readonly injected: number;
  /** Milliseconds of wall clock. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Mean milliseconds of this thread's processor time; the kernel counts in ticks, so single samples say nothing. */
  readonly cpuMean: number;
}

function measure(graph: ConceptGraph, route: Route, vocabulary: number, promptKb: number): Figures[] {
  const random = seededRandom(promptKb);
  const samples = SAMPLES[promptKb] ?? 100;
  const times: Record<Figures['sight'], number[]> = { first: [], incremental: [] };
  const cpuMs: Record<Figures['sight'], number> = { first: 0, incremental: 0 };
  const injected: Record<Figures['sight'], number> = { first: 0, incremental: 0 };
  const enricher = new Enricher({
    graph,
    lexicon: graphLexicon(graph),
    settings: () => ({ ...DEFAULT_SETTINGS, enrichment_guard_ms: 10_000 }),
    clock: { now: () => NOW, monotonic: () => performance.now() },
    contextTokens: () => undefined,
  });
  for (let n = -WARM_UP; n < samples; n++) {
    const { before, now } = conversation(route, promptKb * 1024, vocabulary, random);
    globalThis.gc?.({ type: 'minor' }); // the text's own garbage is not ours to pay for
    const run = (body: Buffer): { ms: number; cpu: number; hit: boolean } => {
      const request: PromptRequest = {
        route,
        body,
        project: 'default',
        sessionId: null,
        isForeignOrigin: false,
      };
      const before = process.threadCpuUsage();
      const started = performance.now();
      const enrichment = enricher.enrich(request);
      if (enrichment.planned) applyEnrichment(enrichment, body, '');
      const ms = performance.now() - started;
      const { user, system } = process.threadCpuUsage(before);
      return { ms, cpu: (user + system) / 1000, hit: enrichment.planned !== null };
    };
    for (const [sight, body] of [
      ['first', before],
      ['incremental', now],
    ] as const) {
      const { ms, cpu, hit } = run(body);
      if (n < 0) continue;
      times[sight].push(ms);
      cpuMs[sight] += cpu;
      if (hit) injected[sight]++;
    }
  }
  return (['first', 'incremental'] as const).map((sight) => {
    const sorted = times[sight].sort((a, b) => a - b);
    const figures = {
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      max: sorted.at(-1) ?? Number.NaN,
      cpuMean: cpuMs[sight] / samples,
    };
    return { route, vocabulary, promptKb, sight, samples, injected: injected[sight], ...figures };
  });
}

function print(rows: readonly Figures[]): void {
  const cells = rows.map((row) => [
    row.route,
    row.vocabulary.toLocaleString('en'),
    `${row.promptKb} KB`,
    row.sight,
    String(row.samples),
    row.p50.toFixed(3),
    row.p99.toFixed(3),
    row.max.toFixed(3),
    row.cpuMean.toFixed(3),
  ]);
  printTable(
    ['route', 'concepts', 'prompt', 'sight', 'samples', 'p50 ms', 'p99 ms', 'max ms', 'cpu mean'],
    cells,
  );
}

const rows: Figures[] = [];
for (const vocabulary of VOCABULARIES) {
  const graph = buildGraph(vocabulary);
  for (const route of ROUTES) {
    for (const promptKb of SIZES_KB) rows.push(...measure(graph, route, vocabulary, promptKb));
  }
}
print(rows);
writeResults('enrich', { quick: isQuick, rows });
