// What a person's turn hands over: a text that something is to be done with. Three structures tell, in whatever words the
// task is put: a request that points at what follows ("Review this diff."), a line that ends in a colon with a text behind it,
// and a heading that names a text. Whose words the text is cannot be known, so it is material: counted and recalled, never
// learnt. One bounded look at each line. Used by foreign-labels.ts; for system prompts by segment.ts.
import {
  DATA,
  HEADS_MATTER,
  MADE_OF_TEXTS,
  PERSONS,
  REQUESTS,
  ROLES,
  SUPPOSES,
  TELLING_LABEL,
  TELLS,
  UNREAL,
  WRITINGS,
} from './foreign-names.ts';

/** A stretch that a line hands over, and the words that do. */
interface Handed {
  readonly start: number;
  readonly end: number;
  readonly why: string;
}

/** Characters of a line that are looked at. */
const MAX_LINE = 400;
/** Colons and sentences of a line that are looked at. */
const MAX_PARTS = 8;

/** As Chinese and Japanese write it. */
const WIDE_COLON = '\uff1a';

/**
 * What the line hands over: from its sentence on, which guards a secret by the word in front of it, to the turn's end or to
 * where fences, quoted lines, a banner or a supposition end; all of the turn where its last words ask for something to be done.
 */
export function handedOver(text: string, start: number, next: number): Handed | null {
  const line = text
    .slice(start, Math.min(next, start + MAX_LINE))
    .trimEnd()
    .replaceAll(WIDE_COLON, ':');
  const banner = bannerName(line);
  if (banner !== null) {
    const end = bannerEnd(text, next, banner);
    return isPersons(banner) ? null : { start, end, why: `between marks: ${quoted(line)}` };
  }
  const to = (end: number, why: string, words: string): Handed => ({
    start,
    end,
    why: `${why}: ${quoted(words)}`,
  });
  if (isRule(text, next) ? TITLE.test(line) : namesText(line))
    return to(text.length, 'a heading of a text', line);
  const clause = handingClause(text, line, next - start <= MAX_LINE, next);
  if (clause !== null) {
    if (isLast(text, next) && isAlone(text, start) && POINTING.test(line))
      return { start: 0, end: text.length, why: `a task on the text it points at: ${quoted(line)}` };
    const words = line.slice(clause).replace(MARKS, '');
    return {
      start: start + clause,
      end: endOfTask(text, next),
      why: `handed over by a colon: ${quoted(words)}`,
    };
  }
  return askedIn(text, line, start, next);
}

const quoted = (words: string): string => `“${words.length > 80 ? `${words.slice(0, 79)}…` : words}”`;

/**
 * Where what a task hands over ends: with the turn, or where the text stands in fences or quoted lines behind the last of them,
 * if an empty line follows.
 */
function endOfTask(text: string, from: number): number {
  SET_OFF.lastIndex = from;
  const mark = SET_OFF.exec(text)?.[1];
  const last = mark === undefined ? -1 : text.lastIndexOf(`\n${mark}`);
  const end = last < from - 1 ? 0 : text.indexOf('\n', last + 1) + 1;
  return end > 0 && EMPTY_LINE.test(text.slice(end, end + 20)) ? end : text.length;
}

const SET_OFF = /\s*(`{3}|~{3}|>)/y;
const EMPTY_LINE = /^[ \t\r]*\n/;

// --- a request and what it points at

const any = (words: ReadonlySet<string>): string => [...words].join('|');
/** Words behind which a noun phrase is over. */
const BEHIND =
  'up|out|down|off|in|into|to|on|onto|as|for|from|with|without|using|about|by|at|of|and|or|but|so|that|which|who|where|i|we|' +
  'you|he|she|they|it|is|are|was|were|be|has|have|had|does|do|can|could|should|would|will|please|like|more|less|again|' +
  'below|above|here|if|when|then|than|mean|say|says|said|into|under|my|someone|somebody|people|(?!only)\\w+ly|\\w+ed|\\w+ing';
const OVER = `(?=\\s*(?:[^\\w\\s'’\\-]|$)|['’]s\\b|\\s+(?:${BEHIND})\\b)`;
/** Adjectives and nouns in front of a head. */
const ATTRIBUTES = `(?:(?!(?:${BEHIND}|the|a|an)\\b)[\\w’'\\-]+\\s+){0,3}`;
const TEXT = `(?:\\w+ of (?:the |an? )?)?${ATTRIBUTES}(?:${any(WRITINGS)}|${any(DATA)})${OVER}`;
const POINTING = new RegExp(
  `\\b(?:this|these|(?:the )?following|the (?:attached|pasted|quoted|given|provided)|above) ${TEXT}|` +
    `\\b(?:the following|as follows|(?:the|all) above)${OVER}|\\bbelow(?=\\s*(?:[.:!?]|$)|\\s+(?:is|are|and|in|into|to|for|as)\\b)|^(?:below|the following|attached)\\b`,
  'i',
);
/** "Clean this up.", "Saw this on reddit.": nothing stands in front of it in the turn, so it points ahead. */
const BARE = new RegExp(`\\S\\s+(?:this|these)${OVER}`, 'i');
const PRESENTING = new RegExp(
  `^(?:(?:so|and|ok(?:ay)?|now),? )?(?:here(?:['’]s| is| are| was| comes?)|(?:this|these|it) (?:is|are|was|were)) (?:(?:an?|the|some|one|another|part|all|of|two|three|what)\\s+){0,3}${TEXT}`,
  'i',
);
const MAKES = 'write|draft|compose|tell|invent|make up|come up with|create|generate|make|continue|finish';
const MAKING = new RegExp(
  `\\b(?:${MAKES})\\s+(?:me |us |up )?(?:an?|some|the|another|my|our|\\d+)\\s+${ATTRIBUTES}(?:${any(WRITINGS)})${OVER}`,
  'i',
);
const DONE_WITH_TEXTS = new RegExp(MADE_OF_TEXTS, 'iu');

const POLITE =
  '(?:(?:please|kindly|bitte|por favor|per favore|veuillez|now|then|also|just|and|first|next|ok(?:ay)?|quickly|briefly|only|hey|hi|hello),? ){0,3}';
/**
 * An English sentence whose first word is followed by an article, a pronoun or a number has no subject: it is an imperative
 * ("Extract the entities", "Give me 5", "Reply to this").
 */
const IMPERATIVE = new RegExp(
  `^${POLITE}(?!(?:i|we|you|he|she|it|they|this|these|that|those|the|an?|my|our|your|in|on|at|for|from|with|by|of|to|if|when|since|because|and|but|so|as|there|here|what|which|who|how|why|where|is|are|was|were|does|do|did|has|have|had|no|yes|not|like|both|all|some|every|each)\\b)[a-z]+(?: (?:up|out|down|back))?(?: (?:to|on|at|for|from|in|into|with|of|about|using|only)){0,2} (?:this|these|that|those|the|an?|my|our|your|his|her|their|its|it|me|us|all|any|each|every|some|one|two|\\d+|following|key|only)\\b`,
  'i',
);
const ASKING =
  /\?$|\bplease[.!]?$|^(?:(?:please|kindly|help|let['’]?s|your|you|i want|i need|i['’]d like|i would like|need|want|looking for)\b|(?:can|could|would|will|may) (?:you|i|we)\b)/i;
const asks = (sentence: string): boolean => IMPERATIVE.test(sentence) || ASKING.test(sentence);

/** @param isFirst nothing but a greeting stands in front of it in the turn */
function taskIn(sentence: string, isFirst: boolean, isLineEnd: boolean): string | null {
  if (TELLS.test(sentence) || OWN_FACTS.test(sentence)) return null;
  if (isFirst && GIVES_ROLE.test(sentence)) return 'a role is given';
  if (PRESENTING.test(sentence) && !OWN.test(sentence)) return 'presents a text';
  const isRequest = asks(sentence);
  if (POINTING.test(sentence) && (isRequest || isFirst || POINTS_FIRST.test(sentence)))
    return 'a task on the text it points at';
  if (isFirst && (BARE.test(sentence) || (isRequest && OWN_TEXT.test(sentence))))
    return 'a task on what follows';
  const begins = BEGINS_TASK.exec(sentence);
  if (begins ? hasOwnObject(sentence.slice(begins[0].length)) : !isRequest) return null;
  if ((isFirst || isLineEnd) && DONE_WITH_TEXTS.test(sentence)) return 'a task on a text';
  return isFirst && MAKING.test(sentence) ? 'a text is to be written' : null;
}

/** "Translate 'good morning'", "Summarise yesterday's alerts": what is to be worked on is said, and is no text that follows. */
const hasOwnObject = (behindVerb: string): boolean =>
  /^\w*\s+["“'«]/.test(behindVerb) || (OBJECT.test(behindVerb) && !OBJECT_TEXT.test(behindVerb));

const OBJECT = /^\w*\s+(?:the|my|our|an?|all|what|how|why|whether|where|\S{1,30}['’]s?)\s/i;
const OBJECT_TEXT = new RegExp(
  `^\\w*\\s+(?:the|my|our|an?|all)\\s+(?:${ATTRIBUTES}(?:${any(WRITINGS)})${OVER}|${MADE_OF_TEXTS})`,
  'iu',
);
const BEGINS_TASK = new RegExp(
  `^${POLITE}(?:(?:can|could|would|will) you (?:please )?)?${MADE_OF_TEXTS}`,
  'iu',
);
const POINTS_FIRST = /^(?:below|the following|attached)\b/i;
const OWN_TEXT = new RegExp(`\\b(?:my|our) ${ATTRIBUTES}(?:${any(WRITINGS)})${OVER}`, 'i');
const OWN_FACTS =
  /\b(?:my|our) (?:\w+ ){0,2}(?:setup|lab|homelab|network|hosts?|servers?|infrastructure|stack|cluster)\b/i;
/** With such a sentence a framework's instructions begin, or a game: what follows is nobody's word. */
const GIVES_ROLE =
  /^(?:you are (?:now )?(?:an?|going to (?:act|play|be)|my)\b|(?:i want you to |please )?act as\b|from now on,? you)/i;

const SENTENCE_END = /[.!?…](?=["'”’)]?(?:\s|$))["'”’)]?\s*/g;
/** What a turn may open with in front of its first sentence: a greeting. */
const GREETING =
  /^[\W\d]*(?:(?:hi|hey|hello|dear|good (?:morning|evening|afternoon|day)|thanks|thank you|ok(?:ay)?|quick question|question|sorry)\b[^.!?\n]{0,30}[,.!?:]?\s*)?$/i;
/** What is longer is no greeting. Characters. */
const MAX_GREETING = 80;

/** A turn asks at its beginning or at its end. Characters of each that are looked at. */
const FIRST_CHARS = 4000;
const LAST_CHARS = 1500;

/** What one of the line's sentences asks for; the line's beginning is all that is looked at. */
function askedIn(text: string, line: string, start: number, next: number): Handed | null {
  const isWithin = start > FIRST_CHARS && text.length - next > LAST_CHARS;
  if (isWithin || !MAY_ASK.test(line)) return null;
  const body = line.replace(MARKS, '');
  const offset = line.length - body.length;
  let from = 0;
  for (let n = 0; n < MAX_PARTS && from < body.length; n++) {
    SENTENCE_END.lastIndex = from;
    const stop = SENTENCE_END.exec(body);
    const to = stop ? stop.index + 1 : body.length;
    const behind = stop ? SENTENCE_END.lastIndex : body.length;
    const sentence = body.slice(from, to);
    if (sentence.endsWith(':')) break; // its colon was looked at
    const isFirst = start + from <= MAX_GREETING && GREETING.test(text.slice(0, start + offset + from));
    const isLineEnd = behind >= body.length;
    const supposed = SUPPOSES.test(sentence);
    const why = supposed ? 'supposed' : taskIn(sentence, isFirst, isLineEnd);
    if (why !== null) {
      const found = { start: from === 0 ? start : start + offset + from, why: `${why}: ${quoted(sentence)}` };
      if (supposed) return { ...found, end: STORY.test(sentence) ? text.length : paragraphEnd(text, next) };
      if (!isLast(text, start + offset + behind)) return { ...found, end: endOfTask(text, next) };
      if (n === 0 && isAlone(text, start)) return { start: 0, end: text.length, why: found.why };
    }
    from = behind;
  }
  return null;
}

/** What no line is without that asks for something. */
const MAY_ASK = new RegExp(
  `\\b(?:this|these|following|follows|below|above|attached|given|provided|here|my|our|you are|act as|from now)\\b|${DONE_WITH_TEXTS.source}|^\\W*(?:\\w+ ){0,4}(?:${MAKES})\\b|${SUPPOSES.source}`,
  'iu',
);

/** Where somebody invents a world, the turn stays in it. */
const STORY = /\b(?:once upon|role-?play|you are|act as|pretend)\b/i;

function paragraphEnd(text: string, from: number): number {
  PARAGRAPH_END.lastIndex = Math.max(0, from - 1);
  return PARAGRAPH_END.test(text) ? PARAGRAPH_END.lastIndex : text.length;
}

const PARAGRAPH_END = /\n[ \t\r]*\n/g;

/** A line that stands by itself behind others. */
const isAlone = (text: string, start: number): boolean =>
  /\n[ \t\r]*\n$/.test(text.slice(Math.max(0, start - 20), start));

// --- a colon

/** Where the clause begins behind whose colon a text begins, in the line; null where none does. */
function handingClause(text: string, line: string, isWhole: boolean, next: number): number | null {
  let from = 0;
  for (let n = 0; n < MAX_PARTS; n++) {
    const colon = line.indexOf(':', from);
    if (colon < 0) return null;
    from = colon + 1;
    const rest = line.slice(from);
    const isEnd = isWhole && NOTHING.test(rest);
    if (!isEnd && !BEGINS.test(rest)) continue; // an address, a time, a scope
    const ends = Math.max(...['. ', '! ', '? '].map((end) => line.lastIndexOf(end, colon)));
    const start = ends < 0 ? 0 : ends + 2;
    const clause = line.slice(start, colon).replace(MARKS, '');
    if (clause !== '' && !LETTER.test(clause)) return null; // JSON, a path
    if (TELLS.test(clause)) return null;
    const isPointing = (REQUESTS.test(clause) && POINTING.test(clause)) || POINTED_AT.test(clause);
    if (!isPointing && TELLING_LABEL.test(clause)) return null;
    if (UNREAL.test(clause)) return start;
    if (isEnd) return introduces(clause, text, next) ? start : null;
    const isMaterial = clause === '' || isPointing || REQUESTS.test(clause) || isMattersName(clause);
    if (isMaterial || taskIn(clause, true, true) !== null) return start;
  }
  return null;
}

/** "Personify this character: …" */
const POINTED_AT = /^[a-z]+ (?:this|these)\b/i;

/** Only marks stand behind the colon. */
const NOTHING = /^[\s*_"'`>|~-]*$/;
const LETTER = /^\p{L}/u;
const BEGINS = /^[\s"'`*_([\p{Lo}]/u;

const MARKS = /^[\s>#*_+=~|`\d.)-]+/;

/** Whether a text follows that may be somebody else's: a list behind a line that names no text is its author's own. */
function introduces(clause: string, text: string, next: number): boolean {
  if (clause === '' || isLast(text, next)) return false;
  if (BARE.test(clause)) return true;
  if (REQUESTS.test(clause) && hasMatter(clause)) return true;
  if (OWN.test(clause)) return false;
  if (hasMatter(clause)) return true;
  return !SAYS.test(clause) && !LIST_ITEM.test(text.slice(next, next + 40));
}

/** Whether nothing but white space and marks stands from `at` on. */
function isLast(text: string, at: number): boolean {
  WORDS.lastIndex = at;
  return !WORDS.test(text);
}

const WORDS = /[\p{L}\p{N}]/gu;

const OWN = /\b(?:my|our|mine|ours)\b/i;
const SAYS = /\b(?:i|i'm|i've|we|we've|we're)\b/i;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;

/** `Information: …`, `Email body: …`; a label in a script whose words we don't know. */
function isMattersName(clause: string): boolean {
  if (!LATIN.test(clause)) return true;
  const words = clause.trim().split(/\s+/);
  return words.length <= 3 && !OWN.test(clause) && hasMatter(words.at(-1) as string);
}

const LATIN = /\p{Script=Latin}/u;

const hasMatter = (clause: string): boolean =>
  clause
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => HEADS_MATTER.has(word) || WRITINGS.has(word) || DATA.has(word));

/** `--- CONTEXT ENTRY BEGIN ---`, `%CONTEXT%`, `=== notes ===`, `CONTENT START HERE`: what stands in it. */
function bannerName(line: string): string | null {
  return BANNER.exec(line)?.[2] ?? STARTS.exec(line)?.[1] ?? null;
}

const BANNER = /^\s{0,8}([%=~-])\1{0,80} {0,2}(\p{L}[^%=~\n]{0,78}?) {0,2}\1{1,80}$/u;
const STARTS = /^\s{0,8}([A-Z][A-Z _-]{1,60}(?:BEGINS?|STARTS?))(?: HERE)?[ :!.]{0,3}$/;

/** A line of a few words over a rule; a path over one. */
const TITLE = /^\s{0,8}(?:\p{L}[^\n]{0,78}|[\w.@-]{0,60}\/[\w./@-]{1,160})$/u;

function isRule(text: string, at: number): boolean {
  RULE.lastIndex = at;
  return RULE.test(text);
}

const RULE = /[ \t]{0,8}(?:-{3,200}|={3,200}|~{3,200})[ \t]{0,8}(?:\r?\n|$)/y;

/** `## Document Content`: a heading that names a text. */
function namesText(line: string): boolean {
  const heading = HEADING.exec(line)?.[1];
  if (heading === undefined || heading.split(/\s+/).length > 6) return false;
  return hasMatter(heading) || UNREAL.test(heading);
}

const HEADING = /^\s{0,8}#{1,6}\s{1,4}([^\n]{1,80})$/;

/** A heading of a person's own words: `--- USER MESSAGE BEGIN ---`. */
const isPersons = (name: string): boolean =>
  PERSONS.has(
    name
      .toLowerCase()
      .replace(/\s+(?:begins?|starts?|ends?)$/, '')
      .replace(/\s+/g, '_'),
  );

/** Behind the last `--- CONTEXT ENTRY END ---` of a `--- CONTEXT ENTRY BEGIN ---`; the turn's end when there is none. */
function bannerEnd(text: string, next: number, name: string): number {
  const stem = /^(.*)[ _-](?:BEGIN|START)S?$/.exec(name)?.[1];
  const end = stem === undefined ? -1 : text.lastIndexOf(`${stem} END`);
  return end < next ? text.length : text.indexOf('\n', end) + 1 || text.length;
}

// --- instructions that hold for all that is said behind them

/** So much of instructions is looked at. Characters. */
const MAX_INSTRUCTIONS = 1500;
const MAX_SENTENCES = 12;
const ROLE = /^(?:you|act|i want you to|your (?:task|job|role|goal)|as an?)\b/i;
/** "You can translate, summarize and search" says what an assistant may be asked for, and sets no task. */
const CAPABLE = /\b(?:can|help(?:s|ing)? (?:\w+ )?with|tasks? (?:such as|like)|including|tools?)\b/i;
const GIVEN = new RegExp(
  `\\b(?:you(?:['’]ll| will)? (?:be )?(?:given|provided|receive|get|shown|presented)|(?:the )?user(?:s|['’]ll| will| is going to)? (?:provides?|gives?|sends?|pastes?|submits?|shares?)|i(?:['’]ll| will) (?:give|send|provide|paste|share|write|speak|type)\\b.{0,40}?|given)(?: you)?(?: with)? (?:an?|the|some|your|my|two|several|multiple)?\\s*${ATTRIBUTES}(?:${any(WRITINGS)}|diffs?|patch|transcripts?|logs?)${OVER}`,
  'i',
);

/**
 * Whether instructions make whatever is said behind them a text to be worked on, and which of their words do: a role
 * ("You are a translator"), a task ("Summarize what the user sends"), a text that is going to be given.
 * @param text a system prompt, or the first turn of a person's
 * @param isPersons a person's turn sets a task for those to come where it says so: gives a role, announces texts
 */
export function standingTask(text: string, isPersons = false): string | null {
  const opening = text.slice(0, MAX_INSTRUCTIONS);
  if (isPersons && !SETS_FOR_ALL.test(opening)) return null;
  const sentences = opening.split(/(?<=[.!?:])\s+|\n+/, MAX_SENTENCES).map((one) => one.replace(MARKS, ''));
  for (const [n, sentence] of sentences.entries()) {
    if (GIVEN.test(sentence)) return quoted(sentence);
    if (n >= 4 || CAPABLE.test(sentence) || MANNER.test(sentence)) continue;
    const sets = ROLE.test(sentence) || BEGINS_TASK.test(sentence) || IMPERATIVE.test(sentence);
    if (sets && (DONE_WITH_TEXTS.test(sentence) || TEXT_ROLE.test(sentence) || USERS_TEXT.test(sentence)))
      return quoted(sentence);
  }
  return null;
}

const SETS_FOR_ALL =
  /\b(?:act as|from now on|you are (?:now )?an?|(?:i['’]ll|i will|i['’]m going to) (?:give|send|provide|paste|share|write|speak|type)|(?:each|every) (?:message|text|time))\b/i;
/** How to answer ("Answer in one sentence.") sets no task. */
const MANNER = /^\W*(?:please |always |only ){0,2}(?:answer|respond|reply|speak|keep|be|use)\b/i;
/** What an instruction is done with; answering a message is what every assistant does. */
const USERS_TEXT =
  /^(?!.{0,40}\b(?:answer|respond|reply|help)).*\b(?:user['’]?s?|input|incoming|each|every|any|given|provided) (?:\w+ ){0,2}(?:text|sentence|paragraph|e?mail|review|ticket|tweet|post|article|transcript|document|snippet|diff|note|comment|log|message|input)s?\b/i;
const TEXT_ROLE = new RegExp(ROLES, 'i');
