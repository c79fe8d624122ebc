// Every scanner that reads text from outside: its name, the modules it is made of, its alphabet, how it is called and how
// much it is given at once. scanners.test.ts fails when a module that reads text stands in no row (nor in not-scanners.ts).
// Used by attack.ts.

import { mentionsIn } from '../../src/main/agent/context/mentions.ts';
import { claimsExecution } from '../../src/main/agent/loop/phantom.ts';
import { Mask, ShownPieces } from '../../src/main/agent/masking/mask.ts';
import { ownFiles } from '../../src/main/agent/plans/own-files.ts';
import { SpeechReader } from '../../src/main/agent/speech/speech-reader.ts';
import { presentedKeys } from '../../src/main/clients/client-key.ts';
import { ConceptGraph } from '../../src/main/graph/columns/concept-graph.ts';
import { PackedWords, packWords } from '../../src/main/graph/columns/packed-words.ts';
import { ScopedGraph } from '../../src/main/graph/columns/scoped-graph.ts';
import { TokenText } from '../../src/main/graph/columns/token-text.ts';
import { cueSteps, scanCues } from '../../src/main/graph/cues/cues.ts';
import { vetoStatement } from '../../src/main/graph/cues/veto.ts';
import { dictionaryLexicon } from '../../src/main/graph/eval/dictionary-lexicon.ts';
import { isAddressed } from '../../src/main/graph/recollect/addressed.ts';
import { askedBelow } from '../../src/main/graph/recollect/questions.ts';
import { wordSlices } from '../../src/main/graph/recollect/text-words.ts';
import { explainText } from '../../src/main/graph/text/explain-text.ts';
import { parseFact } from '../../src/main/graph/text/fact-grammar.ts';
import { splitFlatPrompt } from '../../src/main/graph/text/flat-prompt.ts';
import { mayName } from '../../src/main/graph/text/name-rules.ts';
import { nameKind } from '../../src/main/graph/text/particular.ts';
import { proseOf, proseSlices } from '../../src/main/graph/text/prose.ts';
import { segmentTurn } from '../../src/main/graph/text/segment.ts';
import { canonicalToken, isNoiseToken, tokenise } from '../../src/main/graph/text/tokenise.ts';
import { parseDecisionBody } from '../../src/main/http/decision-body.ts';
import { hostOf } from '../../src/main/http/own-host.ts';
import { plainBody } from '../../src/main/http/plain-body.ts';
import { Sessions } from '../../src/main/http/sessions.ts';
import { executedFiles } from '../../src/main/infra/bound-files/executed-files.ts';
import { classify, endlessIn } from '../../src/main/infra/command/classify.ts';
import { asksOutside } from '../../src/main/infra/command/outward.ts';
import { argvOf, policyOf } from '../../src/main/infra/command/policy.ts';
import { containerResource } from '../../src/main/infra/providers/containers/container-resource.ts';
import { inspectionOf } from '../../src/main/infra/providers/containers/inspection.ts';
import { LogLines } from '../../src/main/infra/providers/containers/log-lines.ts';
import { PullProgress } from '../../src/main/infra/providers/containers/pull.ts';
import { ContainerInfo } from '../../src/main/infra/providers/containers/shapes.ts';
import { jsonLines } from '../../src/main/llm/ollama-chat.ts';
import { hasFewValues } from '../../src/main/mcp/few-values.ts';
import { readAnswer } from '../../src/main/memory/ask/read-answer.ts';
import { offeredSentences } from '../../src/main/memory/reader/offered-sentences.ts';
import { checkEach } from '../../src/main/memory/reader/read-sentences.ts';
import { MOST_STATEMENTS } from '../../src/main/memory/reader/reader-question.ts';
import { conversationKey } from '../../src/main/proxy/enrich/conversation-key.ts';
import { type SaidIn, usageOf } from '../../src/main/proxy/enrich/said-plainly.ts';
import { isUtilityCall } from '../../src/main/proxy/enrich/utility-calls.ts';
import { InstructionsEcho } from '../../src/main/proxy/exchange/instructions-echo.ts';
import { readShow } from '../../src/main/proxy/exchange/model-info.ts';
import { ResponseTail } from '../../src/main/proxy/exchange/response-tail.ts';
import { ChantText } from '../../src/main/proxy/loops/stream/chant-text.ts';
import { StreamWatch } from '../../src/main/proxy/loops/stream/stream-watch.ts';
import { asks } from '../../src/main/proxy/loops/turns/asking.ts';
import { canonicalArguments } from '../../src/main/proxy/loops/turns/canonical-args.ts';
import { foldSpace, maskArguments, maskObservation } from '../../src/main/proxy/loops/turns/mask.ts';
import { withoutNotes } from '../../src/main/proxy/loops/turns/own-words.ts';
import { proseKey } from '../../src/main/proxy/loops/turns/prose-key.ts';
import { shapeOf } from '../../src/main/proxy/loops/turns/result-shape.ts';
import { scoldKey, scolds } from '../../src/main/proxy/loops/turns/scolding.ts';
import { actionLine, fencedAction, taggedCalls } from '../../src/main/proxy/loops/turns/text-actions.ts';
import { callsInText } from '../../src/main/proxy/loops/turns/tool-text.ts';
import { readTurn } from '../../src/main/proxy/loops/turns/turn-features.ts';
import { readUserTexts } from '../../src/main/proxy/loops/turns/user-text.ts';
import { showHidden } from '../../src/shared/hidden-characters.ts';
import { withoutFence } from '../../src/shared/plain-json.ts';
import { HiddenInPieces, hideSecret, redactSentence, redactSlices } from '../../src/shared/redact.ts';
import { ALPHABETS, type AlphabetName, atomsOf } from './alphabets.ts';
import { bodyScanners } from './body-scanners.ts';
import { EVIDENCE_ROWS } from './evidence-scanners.ts';
import { ASIDE, ON_THE_WAY, once, type Row, SLICE, within } from './row.ts';
import { VERSION_SCANNERS } from './version-scanners.ts';

const READ_DIMENSIONS = ['runs-on', 'type', 'membership', 'tech', 'owned-by', 'geography'];

/** A megabyte, in characters: what the promise is about. */
export const MEGABYTE = 1_000_000;

export interface Scanner {
  readonly name: string;
  /** Files under src/, without their ending, whose code runs when it is called. */
  readonly modules: readonly string[];
  readonly atoms: readonly string[];
  /** Most characters it is given at once: more is cut or refused in front of it. */
  readonly most: number;
  /** How often a text is read in one go, where it is read in several ways; 1 when absent. */
  readonly ways?: number;
  /** Longest stretch it may hold the event loop, ms, at that size. */
  readonly holdMs: number;
  /** Reads a text; where the program lets other work in between, it yields. */
  steps(text: string): Iterable<unknown>;
}

const lexicon = dictionaryLexicon(['gnommoweb', 'foo1']);
/** A graph with names of the alphabets' letters, some the beginning of others, so that a text is full of them. */
const named = new ConceptGraph();
for (const [n, token] of [
  'a',
  'a_a',
  'a-a-a-a-a-b',
  'b_a_a',
  'the_a',
  'x',
  'foo1',
  'thing',
  'type',
].entries()) {
  named.putConcept({ id: n + 1, token, encounterCount: 1, lastSeen: 0, novelty: 0, common: false });
}
for (let concept = 1; concept < 8; concept++) {
  const facts = { isIsa: true, confidence: 1, lastConfirmed: 0, source: 'gutask', doNotUse: false } as const;
  named.putEdge({ edgeId: concept, project: 'default', concept, parent: 8, dim: 9, ...facts });
}
const seen = new ScopedGraph(named);
const NOBODY = { met() {}, unmet() {}, named() {} };
const PROSE: readonly AlphabetName[] = [
  'space',
  'letters',
  'marks',
  'punctuation',
  'markup',
  'json',
  'paths',
  'machines',
];
const TURNS: readonly AlphabetName[] = [...PROSE, 'envelopes'];
const EVERYTHING = Object.keys(ALPHABETS) as AlphabetName[];

const GRAPH = 'main/graph';
const LOOPS = 'main/proxy/loops';
const CONTAINERS = 'main/infra/providers/containers';
const SPEECH = 'main/agent/speech';
const CUE_MODULES = within(
  GRAPH,
  'cues/cues cues/naming cues/coordination cues/topic cues/pattern cues/attached cues/sentences/paragraphs cues/change cues/sentences/foreign cues/fronted cues/words/kinds cues/sentences/markdown cues/words/places cues/sentences/sentences cues/match cues/clauses cues/scope cues/subject cues/noun-phrase cues/object cues/rephrase cues/statements cues/triple cues/names cues/words/lists cues/words/table',
);

const asBody = (text: string): Buffer => Buffer.from(JSON.stringify({ role: 'x', content: text }));
const place = (body: Buffer, role: 'user' | 'assistant') =>
  ({ role, start: 0, end: body.length, kind: 'message', isFar: false }) as const;
const call = { userTurns: 1, assistantTurns: 0, formatSet: false, hasTools: false, knownConversation: false };

function* inChunks(text: string, take: (chunk: string) => unknown, chars: number): Generator<unknown> {
  for (let from = 0; from < text.length; from += chars) yield take(text.slice(from, from + chars));
}

/** A stream in the chunks a socket brings. */
function* streamed(text: string): Generator<unknown> {
  for (const route of ['chat', 'openai_chat', 'openai_responses', 'anthropic_messages'] as const) {
    const watch = new StreamWatch(route);
    const tail = new ResponseTail();
    for (let from = 0; from < text.length; from += 65_536) {
      const chunk = Buffer.from(text.slice(from, from + 65_536));
      tail.add(chunk);
      yield watch.add(chunk);
    }
    yield [
      tail.saysEnd('chat'),
      tail.saysEnd('openai_responses'),
      tail.usage('openai_chat'),
      tail.usage('chat'),
    ];
    yield watch.closing({ model: 'm', now: 0, includesUsage: true });
    watch.release();
  }
}

/** An answer that repeats what it was sent, as the one body and as events, in the chunks a socket brings. */
function* repeated(text: string): Generator<unknown> {
  const own = `{"instructions":${JSON.stringify(text)}}`;
  for (const [format, said] of [
    ['body', own],
    ['events', `data: {"response":${own}}\n\n`],
    ['events', text],
  ] as const) {
    const echo = new InstructionsEcho(
      { text: text.slice(-9), isBehind: true, mostBytes: 6 * said.length },
      format,
    );
    yield* inChunks(said, (chunk) => echo.add(Buffer.from(chunk)), 65_536);
    yield echo.end();
  }
}

/** A model's answer in the chunks a socket brings; none of its lines is believed. */
function* modelLines(text: string): Generator<unknown> {
  const take = jsonLines();
  try {
    for (let from = 0; from < text.length; from += 65_536)
      yield take(Buffer.from(text.slice(from, from + 65_536)));
    yield take(null);
  } catch {
    // no JSON, as most of what is made up here
  }
}

/** What a container wrote, without frames and in them, in the pieces it is read in. */
/** An answer as it streams: other work comes in between its pieces. */
function* spoken(text: string): Generator<unknown> {
  const reader = new SpeechReader(new Set(['query', 'read', 'file_edit']));
  yield* inChunks(text, (chunk) => reader.take(chunk), 4096);
  reader.end();
}

function* containerLog(text: string): Generator<unknown> {
  for (const tty of [true, false]) {
    const lines = new LogLines(tty);
    yield* inChunks(text, (chunk) => [...lines.add(Buffer.from(chunk))], 16_384);
    yield [...lines.end()];
  }
}

function* pullLines(text: string): Generator<unknown> {
  const progress = new PullProgress();
  yield* inChunks(text, (chunk) => progress.add(chunk), 4096);
  yield progress.end();
}

/** A container whose command line and environment are the same text. */
function shownContainer(text: string): unknown {
  const info = ContainerInfo.parse({
    ...{ Id: 'ab'.repeat(32), Name: text, Created: text, Image: text, Path: text },
    State: { Status: text },
    HostConfig: {},
    Config: { Env: text.match(/.{1,2000}/gs) },
  });
  const place = {
    ...{ host: 'h', engine: 'e', address: '/s', prefix: '' },
    ...{ hasOthers: false, dockerCommand: null },
  };
  return inspectionOf({ kind: 'docker_container', info, resource: containerResource(info, place) }, place);
}

const OWN_FILES = ownFiles(['/home/u/.local/share/festinger', '/srv/x'], '/home/u');
const SESSIONS = new Sessions('a-token', { now: () => 0, monotonic: () => 0, after: () => () => {} });

let vocabulary: TokenText | null = null;
/** Among a hundred thousand tokens that look alike. */
function searched(part: string): unknown {
  if (vocabulary === null) {
    vocabulary = new TokenText();
    for (let n = 0; n < 100_000; n++) vocabulary.append(`aaaa${n}-b_${'a.'.repeat(n % 20)}`);
  }
  return part.includes('\n') || part === '' ? null : vocabulary.find(part, 50);
}

/** Judges a command as gates and plans do, with a pause after each. */
function* judgeCommand(text: string): Generator<unknown> {
  yield policyOf(text, { onOwnHost: true, hasSandbox: true });
  yield classify(text, false);
  yield [endlessIn(text), argvOf(text)];
  yield executedFiles(text);
  yield asksOutside(text);
  yield asksOutside(`curl ${text}`);
}

/** A turn as the loop rules read it, whoever said it. */
function* readAsEither(text: string): Generator<unknown> {
  const body = asBody(text);
  for (const role of ['user', 'assistant'] as const) yield readTurn(body, place(body, role));
}

function* chanted(text: string): Generator<unknown> {
  const chant = new ChantText();
  yield* inChunks(text, (chunk) => chant.add(chunk), 65_536);
  chant.release();
}

const known = new PackedWords(packWords(new Set(['aaaa', 'the', 'foo'])));
const KNOWN_WORDS = { has: (word: string) => known.has(word), isStem: (word: string) => known.has(word) };

/** A conversation of one turn. */
function saidBy(text: string): SaidIn {
  const read = () => [{ role: 'user' as const, text }];
  const turn = { role: 'user' as const, start: 0, end: 0, calls: null, unreadBytes: 0, read };
  return { turns: [turn], body: Buffer.alloc(0), isLate: () => false };
}

/** Resources a message may name. */
const NAMED = Array.from({ length: 200 }, (_, n) => ({
  ...{
    id: `docker_container:h:${n}`,
    kind: 'docker_container' as const,
    name: `foo-bar_${n}.x`,
    aliases: [`aaaa${n}`],
  },
}));

const ROWS: readonly Row[] = [
  // --- what a text is made of
  {
    name: 'turn of a user',
    modules: within(
      GRAPH,
      'text/segment text/json-spans text/foreign text/foreign-forms text/foreign-handed text/foreign-lines text/foreign-names text/foreign-tags',
    ),
    alphabets: TURNS,
    steps: once((text) => segmentTurn('user', text)),
  },
  {
    name: 'turn of an assistant',
    modules: within(
      GRAPH,
      'text/segment text/json-spans text/foreign text/foreign-forms text/foreign-handed text/foreign-lines text/foreign-names text/foreign-tags',
    ),
    alphabets: TURNS,
    steps: once((text) => segmentTurn('assistant', text)),
  },
  {
    name: 'flattened prompt',
    modules: within(GRAPH, 'text/flat-prompt'),
    alphabets: ['space', 'letters', 'envelopes'],
    steps: once(splitFlatPrompt),
  },
  {
    name: 'prose in slices',
    modules: within(GRAPH, 'text/prose text/markup-spans text/prose-lines text/path-spans text/json-spans'),
    alphabets: PROSE,
    holdMs: SLICE,
    steps: (text) => proseSlices(text),
  },
  {
    name: 'name said plainly',
    modules: within('main/proxy', 'enrich/said-plainly enrich/segments'),
    alphabets: TURNS,
    most: 131_072,
    holdMs: ON_THE_WAY,
    steps: once((text) => usageOf('foo1', saidBy(text), KNOWN_WORDS)),
  },
  {
    name: 'particular name',
    modules: within(GRAPH, 'text/particular columns/packed-words'),
    alphabets: ['letters', 'marks'],
    most: 200,
    holdMs: ON_THE_WAY,
    steps: once((text) => nameKind(text, KNOWN_WORDS)),
  },
  {
    name: 'prose of a short text',
    modules: within(GRAPH, 'text/prose text/markup-spans text/prose-lines text/path-spans'),
    alphabets: PROSE,
    most: 16_384,
    holdMs: SLICE,
    steps: once(proseOf),
  },
  {
    name: 'words in slices',
    modules: within(
      GRAPH,
      'recollect/text-words recollect/lookup columns/name-index text/fold text/tokenise text/words text/characters text/path-spans',
    ),
    alphabets: PROSE,
    holdMs: SLICE,
    steps: (text) => wordSlices({ graph: seen, scope: 'default', dictionary: lexicon }, text, NOBODY, 4096),
  },
  {
    name: 'tokens of a piece',
    modules: within(GRAPH, 'text/tokenise text/words text/characters'),
    alphabets: PROSE,
    most: 4096,
    holdMs: SLICE,
    steps: once((text) => tokenise(text, lexicon)),
  },
  {
    name: 'a question about a name',
    modules: within(GRAPH, 'recollect/questions'),
    alphabets: PROSE,
    most: 100_000,
    steps: once((text) => askedBelow(text, { id: 1, start: text.length >> 1, end: text.length >> 1 })),
  },
  {
    name: 'whether a name that is a word is meant',
    modules: within(GRAPH, 'recollect/addressed'),
    alphabets: PROSE,
    most: 100_000,
    steps: once((text) => isAddressed(text, { start: text.length >> 1, end: text.length >> 1 })),
  },
  {
    name: 'one name',
    modules: within(GRAPH, 'text/words text/characters'),
    alphabets: ['letters', 'marks', 'punctuation', 'space'],
    most: 4096,
    steps: once((text) => isNoiseToken(canonicalToken(text))),
  },
  {
    name: 'cues',
    modules: CUE_MODULES,
    alphabets: [...PROSE, 'cues', 'cues', 'cues'],
    most: 8192,
    holdMs: SLICE,
    steps: (text) => cueSteps(text, lexicon, { role: 'user' }),
  },
  {
    name: 'vetoes',
    modules: within(GRAPH, 'cues/veto'),
    alphabets: [...PROSE, 'cues', 'cues'],
    most: 8192,
    holdMs: SLICE,
    steps: once((text) => vetoStatement(text, lexicon, [{ start: 0, end: 1 }])),
  },
  {
    name: 'told fact',
    modules: within(GRAPH, 'text/fact-grammar'),
    alphabets: ['facts', 'letters', 'marks', 'space'],
    most: 4096,
    steps: once(parseFact),
  },
  {
    name: 'what may be a name',
    modules: within(GRAPH, 'text/name-rules'),
    alphabets: ['facts', 'letters', 'marks', 'space'],
    most: 4096,
    steps: once((text) => [mayName(text, 'inferred'), mayName(text, 'gutask')]),
  },
  {
    name: 'explained text',
    modules: within(GRAPH, 'text/explain-text'),
    alphabets: EVERYTHING,
    most: 16_384,
    holdMs: 500,
    steps: once((text) => explainText({ text }, lexicon, scanCues)),
  },
  // --- loops
  {
    name: 'mask of an observation',
    modules: within(LOOPS, 'turns/mask'),
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'paths', 'volatile', 'volatile'],
    most: 65_536,
    holdMs: ON_THE_WAY,
    steps: once((text) => maskObservation(text).text),
  },
  {
    name: 'mask of arguments',
    modules: within(LOOPS, 'turns/mask turns/canonical-args turns/exact-json'),
    alphabets: ['space', 'letters', 'punctuation', 'json', 'paths', 'volatile'],
    most: 131_072,
    holdMs: ON_THE_WAY,
    steps: once((text) => maskArguments(canonicalArguments(text))),
  },
  {
    name: 'words of a user',
    modules: within(LOOPS, 'turns/user-text turns/own-words'),
    alphabets: TURNS,
    most: 131_072,
    holdMs: ON_THE_WAY,
    steps: once((text) => foldSpace(readUserTexts([withoutNotes(text)]).human)),
  },
  {
    name: 'calls in a text',
    modules: within(LOOPS, 'turns/tool-text turns/own-words'),
    alphabets: ['space', 'letters', 'json', 'envelopes', 'markup'],
    most: 131_072,
    holdMs: ON_THE_WAY,
    steps: once(callsInText),
  },
  {
    name: 'names in a message to the assistant',
    modules: within(
      'main/agent/context',
      'mentions prefetch section mention/text mention/names mention/signs mention/whole-names mention/loose-names',
    ),
    alphabets: ['space', 'letters', 'marks', 'punctuation'],
    most: 32_000,
    holdMs: ON_THE_WAY,
    steps: once((text) => mentionsIn(text, NAMED, () => false)),
  },
  {
    name: 'actions in a text',
    modules: within(LOOPS, 'turns/text-actions'),
    alphabets: ['space', 'letters', 'marks', 'envelopes', 'markup'],
    most: 131_072,
    holdMs: ON_THE_WAY,
    steps: once((text) => [taggedCalls(text), actionLine(text), fencedAction(text)]),
  },
  {
    name: 'whether a text scolds',
    modules: within(LOOPS, 'turns/scolding'),
    alphabets: ['space', 'letters', 'marks', 'punctuation'],
    most: 65_536,
    holdMs: ON_THE_WAY,
    steps: once((text) => [scolds(text), scoldKey(text)]),
  },
  {
    name: 'shape of a result',
    modules: within(LOOPS, 'turns/result-shape'),
    alphabets: ['space', 'letters', 'marks', 'punctuation'],
    most: 65_536,
    holdMs: ON_THE_WAY,
    steps: once(shapeOf),
  },
  {
    name: 'whether a call asks',
    modules: within(LOOPS, 'turns/asking'),
    alphabets: ['space', 'letters', 'marks', 'punctuation'],
    most: 65_536,
    holdMs: ON_THE_WAY,
    steps: once(asks),
  },
  {
    name: 'prose key',
    modules: within(LOOPS, 'turns/prose-key'),
    alphabets: ['space', 'letters', 'marks', 'punctuation'],
    most: 65_536,
    holdMs: ON_THE_WAY,
    steps: once(proseKey),
  },
  {
    name: 'turn for the loop rules',
    modules: within(LOOPS, 'turns/turn-features turns/message turns/exact-json'),
    alphabets: [...TURNS, 'volatile'],
    most: 131_072,
    holdMs: ON_THE_WAY,
    steps: readAsEither,
  },
  {
    name: 'chant',
    modules: within(LOOPS, 'stream/chant-text stream/tail-period'),
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'markup'],
    holdMs: ON_THE_WAY,
    steps: chanted,
  },
  {
    name: 'repeated instructions',
    modules: within('main/proxy', 'exchange/instructions-echo body/member-finder'),
    alphabets: ['space', 'letters', 'json', 'stream', 'marks'],
    holdMs: ON_THE_WAY,
    steps: repeated,
  },
  {
    name: 'watched stream',
    modules: `${within(LOOPS, 'stream/stream-watch stream/stream-delta stream/stream-progress')} main/proxy/exchange/response-tail`,
    alphabets: ['space', 'letters', 'json', 'stream', 'stream', 'marks'],
    holdMs: ON_THE_WAY,
    steps: streamed,
  },
  // --- which conversation it is
  {
    name: 'conversation key',
    modules: 'main/proxy/enrich/conversation-key',
    alphabets: ['space', 'letters', 'punctuation', 'volatile', 'envelopes'],
    most: 65_536,
    holdMs: ON_THE_WAY,
    steps: once((text) => conversationKey('p', text, text)),
  },
  {
    name: 'side job',
    modules: 'main/proxy/enrich/utility-calls',
    alphabets: ['space', 'letters', 'punctuation', 'sides', 'sides'],
    most: 32_768,
    holdMs: ON_THE_WAY,
    steps: once((text) => isUtilityCall({ ...call, system: text, user: text })),
  },
  {
    name: 'answer of /api/show',
    modules: 'main/proxy/exchange/model-info',
    alphabets: ['space', 'letters', 'show', 'json'],
    holdMs: ASIDE,
    steps: once((text) =>
      readShow(JSON.stringify({ system: text, parameters: text, model_info: { [text.slice(0, 99)]: 1 } })),
    ),
  },
  // --- what is kept and shown
  {
    name: 'redaction in slices',
    modules:
      'shared/redact shared/secret-spans shared/secret-places shared/secret-values shared/secret-tables shared/secret-shapes',
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'secrets', 'secrets', 'paths'],
    most: 262_144,
    holdMs: SLICE,
    steps: (text) => redactSlices(text),
  },
  {
    name: 'keys in an answer that comes in pieces',
    modules: 'shared/redact',
    alphabets: ['letters', 'punctuation', 'secrets', 'secrets'],
    holdMs: ASIDE,
    steps: once((text) => {
      const letGo = hideSecret(text.slice(0, 100));
      const pieces = new HiddenInPieces();
      for (let at = 0; at < text.length; at += 3) pieces.take(text.slice(at, at + 3));
      letGo();
    }),
  },
  {
    name: 'redaction of a sentence',
    modules: 'shared/redact',
    alphabets: ['space', 'letters', 'punctuation', 'secrets', 'secrets'],
    holdMs: SLICE,
    steps: once(redactSentence),
  },
  {
    name: 'sentences for the reader',
    modules: 'main/memory/reader/offered-sentences',
    alphabets: [...PROSE, 'cues', 'cues'],
    most: 8192,
    holdMs: SLICE,
    steps: (text) => [offeredSentences(text, lexicon)],
  },
  {
    name: 'checks of what was read',
    modules:
      'main/memory/reader/check-statement main/memory/reader/statement-kind main/memory/reader/statement-mood main/memory/reader/statement-names main/memory/reader/sentence-words main/memory/reader/sentence-end main/memory/reader/relation main/memory/reader/relation-words main/memory/reader/clauses main/memory/reader/governors main/memory/reader/owners main/memory/reader/plain-facts main/memory/reader/statement-clause main/memory/reader/read-sentences main/memory/reader/reader-question',
    alphabets: [...PROSE, 'cues', 'cues'],
    // A sentence as long as one that is offered, and as many statements of it as an answer may hold.
    most: 400,
    ways: MOST_STATEMENTS,
    holdMs: SLICE,
    *steps(text) {
      const words = text.split(/\s+/, 40).filter((word) => word !== '');
      const sentences = [{ text, paragraph: 0, at: 0 }];
      const context = { sentences, dimensions: new Set(READ_DIMENSIONS), lexicon };
      const [concept = 'x'] = words;
      const statement = { sentence: 1, mode: 'asserts' as const, concept, concept_sentence: 1 };
      const statements = Array.from({ length: MOST_STATEMENTS }, (_, at) => {
        const dimension = READ_DIMENSIONS[at % READ_DIMENSIONS.length] ?? 'type';
        const parent = words[Math.floor(at / 2) % words.length] ?? 'x';
        return { ...statement, parent, dimension, is_isa: dimension === 'type' };
      });
      yield* checkEach(statements, context);
    },
  },
  {
    name: 'answer of a model',
    modules: 'main/memory/ask/read-answer shared/plain-json',
    alphabets: ['space', 'letters', 'marks', 'json', 'markup'],
    holdMs: ASIDE,
    steps: once((text) => {
      try {
        return readAnswer(withoutFence(text), 'foo', new Set(['type']));
      } catch {
        return null;
      }
    }),
  },
  {
    name: 'lines of a model',
    modules: 'main/llm/ollama-chat',
    alphabets: ['space', 'letters', 'json', 'stream'],
    holdMs: ASIDE,
    steps: modelLines,
  },
  {
    name: 'decision on a conflict',
    modules: 'main/http/decision-body main/http/few-members',
    alphabets: ['space', 'letters', 'json'],
    holdMs: ASIDE,
    steps: once((text) => {
      try {
        return parseDecisionBody(text);
      } catch {
        return null;
      }
    }),
  },
  {
    name: 'messages of MCP',
    modules: 'main/mcp/few-values',
    alphabets: ['space', 'letters', 'json'],
    holdMs: ASIDE,
    steps: once(hasFewValues),
  },
  {
    name: 'facts as a text or a form',
    modules: 'main/http/plain-body',
    alphabets: ['space', 'letters', 'punctuation'],
    holdMs: ASIDE,
    steps: once((text) =>
      ['text/plain', 'application/x-www-form-urlencoded'].map((type) => {
        try {
          return plainBody({ 'content-type': type }, text);
        } catch {
          return null;
        }
      }),
    ),
  },
  {
    name: 'search in the vocabulary',
    modules: 'main/graph/columns/token-text',
    alphabets: ['letters', 'marks', 'punctuation'],
    most: 4096,
    holdMs: ASIDE,
    steps: once(searched),
  },
  {
    name: 'keys in headers',
    modules: 'main/clients/client-key',
    alphabets: ['headers', 'letters', 'space'],
    most: 16_384,
    steps: once((text) => presentedKeys(['authorization', text, 'x-api-key', text])),
  },
  {
    name: 'cookie of an operator',
    modules: 'main/http/sessions',
    alphabets: ['headers', 'letters', 'space', 'punctuation'],
    most: 16_384,
    holdMs: SLICE,
    steps: once((cookie) => SESSIONS.isOperator({ cookie, authorization: cookie })),
  },
  {
    name: 'command of a shell',
    modules: `${within(
      'main/infra/command',
      'classify parse-command outward shell-text shell-pattern options program table-read confined-read read-plan expand-words database-clients secret-places readable-places readers endless rewrite wrappers policy gather blocked risk programs verdict',
    )} main/infra/bound-files/executed-files main/infra/bound-files/executed-files-table main/infra/bound-files/executed-files-words`,
    alphabets: ['shell', 'shell', 'space', 'letters', 'punctuation', 'json', 'paths'],
    most: 16_384,
    ways: 6,
    holdMs: ASIDE,
    steps: judgeCommand,
  },
  {
    name: 'what a screen would hide',
    modules: 'shared/hidden-characters',
    alphabets: ['letters', 'space', 'punctuation', 'shell'],
    most: 1_000_000,
    holdMs: ASIDE,
    steps: once(showHidden),
  },
  {
    name: "this program's own files in a command",
    modules: 'main/agent/plans/own-files',
    alphabets: ['shell', 'paths', 'paths', 'space', 'letters'],
    most: 16_384,
    holdMs: ASIDE,
    steps: once((text) => OWN_FILES.namedIn(text)),
  },
  {
    name: 'markup in an answer',
    modules: within(
      SPEECH,
      'speech-reader notations mark-scan block-scans held-scans spoken-calls call-values code-scan place pieces shown',
    ),
    alphabets: ['speech', 'speech', 'space', 'letters', 'punctuation', 'json', 'markup'],
    steps: spoken,
  },
  {
    name: 'hosts and addresses for a model elsewhere',
    modules: 'main/agent/masking/mask',
    alphabets: ['letters', 'space', 'punctuation', 'headers', 'json'],
    steps: once((text) => {
      const mask = new Mask('key');
      mask.setNames(['delly', 'pve1', 'nas']);
      const pieces = new ShownPieces(mask);
      return [mask.show(mask.hide(text)), pieces.take(text), pieces.end()];
    }),
  },
  {
    name: 'claims of an answer',
    modules: within('main/agent/loop', 'phantom'),
    alphabets: ['speech', 'speech', 'space', 'letters', 'punctuation', 'markup'],
    // More is not read.
    most: 32_768,
    holdMs: SLICE,
    steps: once(claimsExecution),
  },
  {
    name: 'host name',
    modules: 'main/http/own-host',
    alphabets: ['headers', 'letters', 'space', 'punctuation'],
    most: 16_384,
    holdMs: SLICE,
    steps: once(hostOf),
  },
  {
    name: 'log of a container',
    modules: within(CONTAINERS, 'log-lines frames'),
    alphabets: ['space', 'letters', 'marks', 'json', 'machines'],
    steps: containerLog,
  },
  {
    name: 'progress of a pull',
    modules: within(CONTAINERS, 'pull'),
    alphabets: ['space', 'letters', 'json'],
    steps: pullLines,
  },
  {
    name: 'command of a container',
    modules: within(CONTAINERS, 'inspection container-resource without-values'),
    alphabets: ['space', 'letters', 'marks', 'paths', 'machines'],
    most: 65_536,
    steps: once(shownContainer),
  },
];

/** The registry. */
export const SCANNERS: readonly Scanner[] = [
  ...[...EVIDENCE_ROWS, ...ROWS].map(
    ({ name, modules, alphabets, most = MEGABYTE, ways = 1, holdMs = ASIDE, steps }) => ({
      ...{ name, most, ways, holdMs, steps },
      modules: modules.split(' '),
      atoms: atomsOf(alphabets),
    }),
  ),
  ...bodyScanners(lexicon),
  ...VERSION_SCANNERS,
];
