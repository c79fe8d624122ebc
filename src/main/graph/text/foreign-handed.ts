// What a sentence hands over: a text that something is to be done with. Whose words the text is cannot be known, so it is
// material: counted and recalled, never learnt. Of turns, asked by foreign-lines.ts; of instructions, by proxy/enrich/segments.ts.
// Source: memory, Segmenting.
import { DATA, MADE_OF_TEXTS, ROLES, TELLS, WRITINGS } from './foreign-names.ts';

/** Words behind which a noun phrase is over. */
const BEHIND =
  'up|out|down|off|in|into|to|on|onto|as|for|from|with|without|using|about|by|at|of|and|or|but|so|that|which|who|where|i|we|' +
  'you|he|she|they|it|is|are|was|were|be|has|have|had|does|do|can|could|should|would|will|please|like|more|less|again|between|' +
  'below|above|here|if|when|then|than|mean|say|says|said|sound|look|read|seem|under|my|someone|somebody|people|' +
  '(?!only)\\w+ly|\\w+ed|\\w+ing|\\w+[ai]ble|\\d+|(?:two|three|four|five) times';
const OVER = `(?=\\s*(?:[^\\w\\s'’\\-]|$)|['’]s\\b|\\s+(?:${BEHIND})\\b)`;
/** Adjectives and nouns in front of a head. */
const ATTRIBUTES = `(?:(?!(?:${BEHIND}|the|a|an)\\b)[\\w’'\\-]+\\s+){0,3}`;
const WRITING = `${ATTRIBUTES}(?:${WRITINGS})${OVER}`;
const TEXT = `(?:\\w+ of (?:the |an? )?)?${ATTRIBUTES}(?:${WRITINGS}|${DATA}|contexts?|contents?|outputs?|results?|responses?|sources|memories)${OVER}`;
export const POINTING = new RegExp(
  `\\b(?:this|these|(?:the )?following|the (?:attached|pasted|quoted|given|provided|next|above)|above) ${TEXT}|` +
    `\\b(?:the following|as follows|(?:the|all) above)${OVER}|\\bbelow(?=\\s*(?:[.:!?]|$)|\\s+(?:is|are|and|in|into|to|for|as)\\b)|^(?:below|the following|attached)\\b`,
  'i',
);
/** "Clean this up.", "Saw this on reddit.": nothing stands in front of it in the turn, so it points ahead. */
export const BARE = new RegExp(`\\S\\s+(?:this|these)${OVER}`, 'i');
const PRESENTING = new RegExp(
  `^(?:(?:so|and|ok(?:ay)?|now),? )?(?:here(?:['’]s| is| are| was| comes?)|(?:this|these|it) (?:is|are|was|were)) (?:(?:an?|the|some|one|another|part|all|of|two|three|what)\\s+){0,3}${TEXT}|` +
    `\\b(?:is|are) (?:\\w+ )?below[.:]?$`,
  'i',
);
const MAKING = new RegExp(
  `\\b(?:write|draft|compose|tell|invent|make up|come up with|create|generate|make|continue|finish)\\s+(?:me |us |up )?(?:an?|some|the|another|my|our|\\d+)\\s+${WRITING}`,
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
  `^${POLITE}(?!(?:i|we|you|he|she|it|they|this|these|that|those|the|an?|my|our|your|in|on|at|for|from|with|by|of|to|if|when|since|because|and|but|so|as|there|here|what|which|who|how|why|where|is|are|was|were|does|do|did|has|have|had|no|yes|not|like|both|all|some|every|each)\\b)[a-z]+(?: (?:up|out|down|back))?(?: (?:to|on|at|for|from|in|into|with|of|about|using|only)){0,2} (?:this|these|that|those|the|an?|my|our|your|his|her|their|its|it|me|us|all|any|each|every|some|one|two|\\d+|following|key|only|what(?:ever)?)\\b`,
  'i',
);
const ASKING =
  /\?$|\bplease[.!]?$|^(?:(?:please|kindly|help|let['’]?s|your|you|i want|i need|i['’]d like|i would like|need|want|looking for|does|do|is|are)\b|(?:can|could|would|will|may) (?:you|i|we)\b)/i;
const asks = (sentence: string): boolean => IMPERATIVE.test(sentence) || ASKING.test(sentence);

/** With such a sentence a framework's instructions begin, or a game: what follows is nobody's word. */
const GIVES_ROLE =
  /^(?:(?:role-?play: )?you are (?:now\b|an?\b|going to (?:act|play|be)\b|my\b)|role ?play\b|(?:i want you to |please )?act as\b|from now on,? you)/i;
export const OWN = /\b(?:my|our|mine|ours)\b/i;
const OWN_TEXT = new RegExp(`\\b(?:my|our) ${WRITING}`, 'i');
const BEGINS_TASK = new RegExp(
  `^${POLITE}(?:(?:can|could|would|will) you (?:please )?)?${MADE_OF_TEXTS}`,
  'iu',
);
const OBJECT = /^\w*\s+(?:the|my|our|an?|all|what|how|why|whether|where|\S{1,30}['’]s?)\s/i;
const OBJECT_TEXT = new RegExp(`^\\w*\\s+(?:the|my|our|an?|all)\\s+(?:${TEXT}|${MADE_OF_TEXTS})`, 'iu');

/** "Translate 'good morning'", "Summarise yesterday's alerts": what is to be worked on is said, and is no text that follows. */
const hasOwnObject = (behindVerb: string): boolean =>
  /^\w*\s+["“'«]/.test(behindVerb) || (OBJECT.test(behindVerb) && !OBJECT_TEXT.test(behindVerb));

/** Whether a sentence is about what only texts have or become, and no text of its own is said. */
function isAboutTexts(sentence: string): boolean {
  const begins = BEGINS_TASK.exec(sentence);
  const isTask = begins ? !hasOwnObject(sentence.slice(begins[0].length)) : asks(sentence);
  return isTask && DONE_WITH_TEXTS.test(sentence);
}

/** A sentence of a turn. */
interface Sentence {
  readonly text: string;
  /** Nothing but a greeting stands in front of it in the turn. */
  readonly isFirst: boolean;
  readonly isLineEnd: boolean;
}

const TASKS: readonly { why: string; isOne: (sentence: Sentence) => boolean }[] = [
  {
    why: 'a role is given',
    isOne: ({ text, isFirst }) => isFirst && (GIVES_ROLE.test(text) || /^You are \p{Lu}\S+[.,!]/u.test(text)),
  },
  { why: 'presents a text', isOne: ({ text }) => PRESENTING.test(text) && !OWN.test(text) },
  {
    why: 'a task on the text it points at',
    isOne: ({ text, isFirst }) => (isFirst || asks(text)) && POINTING.test(text),
  },
  {
    why: 'a task on what follows',
    isOne: ({ text, isFirst }) => isFirst && (BARE.test(text) || (OWN_TEXT.test(text) && asks(text))),
  },
  {
    why: 'a task on a text',
    isOne: ({ text, isFirst, isLineEnd }) => (isFirst || isLineEnd) && isAboutTexts(text),
  },
  {
    why: 'a text is to be written',
    isOne: ({ text, isFirst }) => isFirst && MAKING.test(text) && asks(text),
  },
];

/** Which rule says that a sentence hands a text over; null for none. */
export function taskIn(sentence: Sentence): string | null {
  const task = TASKS.find(({ isOne }) => isOne(sentence));
  return task === undefined || TELLS.test(sentence.text) ? null : task.why;
}

/** Words as they are shown for a reason. */
export const quoted = (words: string): string => `“${words.length > 80 ? `${words.slice(0, 79)}…` : words}”`;

/** Marks of emphasis, headings, lists and quotes in front of words. */
export const MARKS = /^[\s>#*_+=~|`\d.)-]+/;

// --- instructions that hold for all that is said behind them

/** So much of instructions is looked at. Characters. */
const MAX_INSTRUCTIONS = 1500;
const MAX_SENTENCES = 12;
/** A task is set in so many sentences, or not at all. */
const MAX_OPENING = 4;
const ROLE = /^(?:you|act|i want you to|your (?:task|job|role|goal)|as an?)\b/i;
/** "You can translate and search" says what an assistant may be asked for; "Answer in one sentence." says how to answer. */
const NO_TASK =
  /\b(?:can|help(?:s|ing)? (?:\w+ )?with|tasks? (?:such as|like)|including|tools?)\b|^\W*(?:please |always |only ){0,2}(?:answer|respond|reply|speak|keep|be|use)\b/i;
const GIVEN = new RegExp(
  `\\b(?:you(?:['’]ll| will)? (?:be )?(?:given|provided|receive|get|shown|presented)|(?:the )?user(?:s|['’]ll| will| is going to)? (?:provides?|gives?|sends?|pastes?|submits?|shares?)|i(?:['’]ll| will) (?:give|send|provide|paste|share|write|speak|type)\\b.{0,40}?|given)(?: you)?(?: with)? (?:an?|the|some|your|my|two|several|multiple)?\\s*(?:${WRITING}|diffs?|patch|transcripts?|logs?)${OVER}`,
  'i',
);
/** What an instruction is done with; answering a message is what every assistant does. */
const USERS_TEXT = new RegExp(
  `^(?!.{0,40}\\b(?:answer|respond|reply|help)).*\\b(?:what(?:ever)? the (?:user|person)|(?:user['’]?s?|incoming|each|every|any|given|provided|following) (?:\\w+ ){0,2}(?:${WRITINGS}|diff|prompt|log|input)s?\\b)`,
  'i',
);
const TEXT_ROLE = new RegExp(ROLES, 'i');
const SETS_FOR_ALL =
  /\b(?:act as|from now on|you are (?:now )?an?|(?:i['’]ll|i will|i['’]m going to) (?:give|send|provide|paste|share|write|speak|type)|(?:each|every) (?:message|text|time))\b/i;

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
  const task = sentences.find((one, n) => GIVEN.test(one) || (n < MAX_OPENING && setsTask(one)));
  return task === undefined ? null : quoted(task);
}

const setsTask = (sentence: string): boolean =>
  !NO_TASK.test(sentence) &&
  (ROLE.test(sentence) || BEGINS_TASK.test(sentence) || IMPERATIVE.test(sentence)) &&
  (DONE_WITH_TEXTS.test(sentence) || TEXT_ROLE.test(sentence) || USERS_TEXT.test(sentence));
