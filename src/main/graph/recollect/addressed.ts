// Whether a sentence speaks of one thing of somebody's ("restart grafana", "is plex up?") or of what everybody knows by that
// word ("how do I install grafana", "plex vs jellyfin"). Asked about known names that mean themselves alone; looks at the
// clause around one, so it costs what such names cost. Closed classes of English decide (question words, auxiliaries,
// determiners, prepositions); of verbs only those that ask for words instead of deeds are listed. Pure.
// Source: memory, Recollection; decision 084. Used by the proxy's mentions.ts.
import type { NameSpan } from './lookup.ts';

/** Characters of the clause looked at before and behind a name. */
const AROUND_CHARS = 200;
/** Stands for the name in a clause. */
const NAME = '¤';

const OWNER = 'my|our|your|his|her|their';
const DEFINITE = `the|${OWNER}|this|that|these|those`;
const OBJECT = `${DEFINITE}|me|us|him|them|it|you|all|everything|some|no|not|an?|its`;
const PREPOSITION = 'of|on|in|into|to|from|at|off|behind';
const LINK = `${PREPOSITION}|for|with|without|by|vs|versus|or|than|between|under|as|like|via|about|per|and`;
const PARTICLE = 'up|down|off|out|back|into';
const AUXILIARY =
  "is|isn't|was|wasn't|has|hasn't|had|did|didn't|does|doesn't|can|can't|cannot|could|couldn't|will|won't|keeps";
const QUESTION = 'who|what|which|how|why|where|when';
const SUBORDINATOR = 'if|when|that|because|while|until|before|after|and|but|says?|said|thinks?|why|where';
const COURTESY = '(?:(?:please|just|now|then|and|but|so|also|ok|hey|(?:can|could|would|will) you) )*';
/** A verb that begins a clause: what else stands there is of a closed class, a gerund, or the best of its kind. */
const DEED = `(?!(?:${AUXILIARY}|${LINK}|${QUESTION}|${DEFINITE}|an?|top|install|use|learn)\\b)\\w+(?<!est|\\w\\wing)`;
/** Verbs that want words and not deeds. */
const WORDS_WANTED =
  'explain|describe|define|summari[sz]e|translate|(?:re)?write|draw|draft|list|suggest|recommend|generate|convert|' +
  `design|prepare|teach|give me|show me an?|tell me (?:the|about|how|what|why|more)|ask me|name|review|compare ${NAME}`;

/** Where one thing is: a kind of thing is in no place of ours. */
const PLACE = ` (?:in|on|at) (?:${DEFINITE}) \\S+`;

const any = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'));

const OURS = any(`\\b(?:${OWNER}) ${NAME}`, '\\b(?:tonight|yesterday|right now|this morning|last night)\\b');

/** The text, or the clause, asks for words. */
const FOR_WORDS = any(`^${COURTESY}(?:${WORDS_WANTED})(?!\\w)`);

/** The clause asks for knowledge, or takes the word for a kind of thing. */
const GENERAL = any(
  `\\b(?:an?|any|each|every|another|some|no|two|\\d+|such as|vs\\.?|versus|or|than|between|like) ${NAME}`,
  `${NAME} (?:vs\\.?|versus|or|than)\\b`,
  `${NAME} (?:is|was)(?: not|n't)? an?\\b`,
  `\\bhow to\\b|\\b(?:how|what|which|who|why|when)(?: \\S+){0,4} (?:do|does|can|could|should|would)\\b(?!')`,
  "\\bwhere (?:do|can|could|should|would)\\b|\\bwhat(?:'s| is| are)\\b",
  '^(?:can|could|does|do|should|would|may|must)\\b(?! you\\b)',
);

/** The clause tells, asks or wants something of one thing. */
const SPECIFIC = any(
  // What it is or did: "grafana is down", "nextcloud logged her out", "he says frigate drops frames on the driveway".
  `(?:^|\\b(?:${SUBORDINATOR}) )(?:the )?${NAME}(?:'s\\b|(?: \\S+|${PLACE})? (?:${AUXILIARY})\\b| (?!(?:${LINK}|${QUESTION})\\b)` +
    `(?:\\S+ (?:${OBJECT}|\\w+ing)\\b|(?!explained|compared)\\w+ed\\b|\\S+s \\d|\\S+s (?:\\S+ )?(?:${PREPOSITION}) (?:${DEFINITE})\\b))`,
  // The same asked: "is the redis cache reachable", "why was plex down", "where does jellyfin run", "who owns gitea".
  `\\b(?:is|was|isn't|wasn't) (?:the )?${NAME} (?:${PARTICLE}|on|there|ok|slow|full|dead|alive|(?:\\w+(?:ing|ed|[ai]ble|y|line))\\b)`,
  `\\b(?:has|hasn't|had|did|didn't) (?:the )?${NAME}|\\b(?:is|was|isn't|wasn't) the ${NAME} `,
  `\\bwhere (?:is|does) (?:the )?${NAME}(?: (?:run|live|sit|\\w+ed|\\w+ing))?$|\\b(?:why|when) (?:is|was|did|has|can't) .*${NAME}`,
  `\\b(?:which|what|who)(?: \\S+)? (?:runs|hosts|owns|uses|depends on) ${NAME}|\\bwhich \\S+ is ${NAME}$`,
  // A deed: "restart grafana", "roll back gitea", "tail the grafana log", "add a user to nextcloud".
  `^${COURTESY}${DEED}(?: (?:${PARTICLE}))? (?:the ${NAME}|${NAME}(?=$| (?:${LINK}|${PARTICLE}|${SUBORDINATOR})\\b))`,
  `\\b(?:and|then) ${DEED}(?: (?:${PARTICLE}))? ${NAME}`,
  `^${COURTESY}${DEED} (?:${OBJECT}|${PARTICLE}) .*\\b(?:${PREPOSITION}) ${NAME}`,
  // One of a kind, ours, or at some time.
  `\\b(?:${DEFINITE})(?: \\S+){0,4} (?:${PREPOSITION}) ${NAME}|^the ${NAME}|\\bthe ${NAME}(?=$| (?:${AUXILIARY}|${LINK}|${SUBORDINATOR})\\b)`,
  '\\b(?:we|our|us|again|since|ago|today|tomorrow)\\b',
);

/** As much is enough for a name of several words, which are rarely said together of anything else. */
const OF_SEVERAL_WORDS = any(
  `(?:^|\\b(?:${SUBORDINATOR}) )(?:the )?${NAME} (?:\\w+s|of \\S+ (?:${AUXILIARY}))\\b`,
  `^${COURTESY}${DEED} .*\\b(?:${PREPOSITION}) (?:the )?${NAME}`,
);

/** Where a word is an identifier: a host in a URL, a user's, a log's source, an argument of a command in a code span. */
const IDENTIFIER = /(?::\/\/|@|\[|`[^`\n]+[ =])$/;

/** @param span of a known name in the text that means itself */
export function isAddressed(text: string, { start, end }: Pick<NameSpan, 'start' | 'end'>): boolean {
  const before = text.slice(Math.max(0, start - AROUND_CHARS), start);
  const clause = clauseOf(before, text.slice(end, end + AROUND_CHARS));
  if (OURS.test(clause) || IDENTIFIER.test(before)) return true;
  if (FOR_WORDS.test(text.slice(0, AROUND_CHARS).toLowerCase()) || FOR_WORDS.test(clause)) return false;
  if (GENERAL.test(clause)) return false;
  return SPECIFIC.test(clause) || (/\s/.test(text.slice(start, end)) && OF_SEVERAL_WORDS.test(clause));
}

const CLAUSE_END = /[.!?;:,()](?=\s|$)|\n/;

/** The clause in lower case, with the name's sign in its place. */
function clauseOf(before: string, behind: string): string {
  const from = before.split(CLAUSE_END).at(-1) as string;
  return `${from.trimStart()}${NAME}${(behind.split(CLAUSE_END, 1)[0] as string).trimEnd()}`.toLowerCase();
}
