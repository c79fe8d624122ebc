// Turns recalled edges into plain sentences, so that an operator sees in the answer what the recollection did.
// The sentences say no more than the block; without one the answer stays vague. Pure.
import type { Conversation, Recalled, RecalledEdge } from './conversation-reading.ts';

/** How each dimension is said. Names of organisations serve as dimensions too: "a repo of Glitch University". */
const PHRASES: Readonly<Record<string, (parent: string) => string>> = {
  type: (parent) => `is ${withArticle(parent)}`,
  membership: (parent) => `is part of ${parent}`,
  'runs-on': (parent) => `runs on ${parent}`,
  tech: (parent) => `is built with ${parent}`,
  'owned-by': (parent) => `is owned by ${parent}`,
  geography: (parent) => `sits in ${parent}`,
  environment: (parent) => `serves in ${parent}`,
  lifecycle: (parent) => `has reached ${parent}`,
};

/** Which dimensions a question asks for, by its words. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:where|runs?|running|hosts?|hosted)\b/i, 'runs-on'],
  [/\b(?:where|site|room|rack)\b/i, 'geography'],
  [/\b(?:who|owns?|owner|owned|team|charge)\b/i, 'owned-by'],
  [/\b(?:built|tech|technology|language|framework|written)\b/i, 'tech'],
  [/\b(?:part|belongs?|member)\b/i, 'membership'],
  [/\b(?:production|staging|sandbox|environment)\b/i, 'environment'],
];

/** Which dimensions are said when the question asks for none; names of organisations come before all. */
const PREFERRED = ['runs-on', 'type', 'membership', 'owned-by', 'tech', 'geography'];

/** How many clauses such a sentence has. */
const CLAUSES = 2;
const MAX_SENTENCES = 2;

/**
 * What a person would write: `glitch_university` is Glitch University. Only where reading it back gives the same token;
 * `rtx_6000` stays as it is, since a number does not begin with a capital.
 */
export const displayName = (token: string): string =>
  /^\p{L}[^_]*(?:_\p{L}[^_]*)+$/u.test(token)
    ? token
        .split('_')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
    : token;

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

function clause({ dim, parent, contested }: RecalledEdge): string {
  if (parent === null) return `has its ${dim} contested`;
  const phrase = PHRASES[dim];
  const name = displayName(parent);
  const said = phrase
    ? phrase(name)
    : dim.includes('_')
      ? `is ${withArticle(name)} of ${displayName(dim)}`
      : `has ${name} as its ${dim}`;
  return contested ? `${said} (contested)` : said;
}

const rank = ({ dim }: RecalledEdge): number => {
  if (PHRASES[dim] === undefined) return -1;
  const at = PREFERRED.indexOf(dim);
  return at < 0 ? PREFERRED.length : at;
};

/** The edges that answer the question; the most telling ones when it asks for nothing in particular. */
function chooseEdges(edges: readonly RecalledEdge[], question: string): RecalledEdge[] {
  const asked = ASKED.filter(([words]) => words.test(question)).map(([, dim]) => dim);
  const fitting = edges.filter((edge) => asked.includes(edge.dim));
  if (fitting.length > 0) return fitting;
  return [...edges].sort((a, b) => rank(a) - rank(b)).slice(0, CLAUSES);
}

/**
 * "gnommoweb is a repo of Glitch University and runs on ramanujan."
 * @param question decides which of the edges are said
 */
export function sentenceOf(recalled: Recalled, question = ''): string {
  const clauses = chooseEdges(recalled.edges, question).map(clause);
  const last = clauses.pop() ?? 'is known by name only';
  const list = clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
  return `${displayName(recalled.concept)} ${list}.`;
}

/** The recalled concepts that the question names, in the order in which it names them. */
export function namedIn(question: string, recalled: readonly Recalled[]): Recalled[] {
  const places = recalled.map((entry) => ({ entry, at: placeOf(question, entry.concept) }));
  return places
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

function placeOf(question: string, concept: string): number {
  const words = ` ${question.toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, ' ')} `.replace(/[.-]+ /g, ' ');
  const spellings = [concept, concept.replaceAll('_', ' ')];
  const places = spellings.map((spelling) => words.indexOf(` ${spelling} `)).filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** What the question seems to be about: an identifier or a capitalised run, for an answer with nothing else to go by. */
function guessedTopic(question: string): string | null {
  const asking = question.split(/(?<=[.!])\s+/).findLast((sentence) => sentence.includes('?')) ?? question;
  const identifier = /\b[a-z]+(?:[_-][a-z\d]+)+\b/i.exec(asking)?.[0];
  const named =
    /\b(?:is|are|does|do|did|about|on|of|by|restart|deploy|check)\s+(?!the\b|a\b|an\b|it\b|what\b)((?:[A-Z]\w+ )*[a-z]\w{3,})/i;
  return identifier ?? named.exec(asking)?.[1] ?? null;
}

const ASKS =
  /\?|(?:^|[.!]\s+)(?:please\s+)?(?:check|list|show|tell|explain|restart|find|why|where|who|what|which|how)\b/i;

/** The sentences about what the question names; empty when the recollection has nothing on it. */
export const recalledInWords = ({ question, recalled }: Conversation): string =>
  namedIn(question, recalled)
    .slice(0, MAX_SENTENCES)
    .map((entry) => sentenceOf(entry, question))
    .join(' ');

/** The answer in words. Deterministic: the same prompt gets the same answer. */
export function answerInWords(conversation: Conversation): string {
  const { question, unknown } = conversation;
  const known = recalledInWords(conversation);
  if (known !== '') return known;
  const strange = unknown.find((concept) => placeOf(question, concept) >= 0);
  if (strange !== undefined) {
    return `I have no recollection of ${displayName(strange)}. Tell me what it is, and I will remember it.`;
  }
  if (!ASKS.test(question)) return 'Noted. I will take that into account from now on.';
  const topic = guessedTopic(question);
  return topic === null
    ? 'I can only answer in general terms here: nothing I was given names the systems involved.'
    : `I cannot say for certain what ${topic} refers to. It could be a service, a host or a team; nothing I was given tells me.`;
}
