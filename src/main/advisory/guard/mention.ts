// Whether an operator only speaks of an instruction: quotes one, asks about one, or reports what others told a model. Reads the
// words around it. Pure and linear. Used by guard.ts; evidence is never excused.
// Source: advisory, Guardrails.
import type { Instruction } from './frames.ts';
import type { Scan } from './injection.ts';
import type { Word } from './words.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const ASKING =
  set(`what whats why how does do did is are was were can could would should which who when where has have will might
  was wie warum wieso weshalb welche welcher welches ist sind gibt steht que quoi quel quelle quels quelles comment pourquoi est sont
  como por cual cuales es son cosa come perche quale e wat hoe waarom welke staat qual quais czy co jak что как почему`);
/** Whoever is not the one who is spoken to. */
const OTHERS = set(
  `attacker attackers adversary adversaries advisory advisories report payload payloads exploit exploits vulnerability someone somebody
  injection injections malicious injected researcher researchers cve readme hacker hackers actor actors phrase string`,
);
/** What is said of words that are quoted. */
const MENTIONING = set(
  `mean means meaning phrase phrases string strings text texts word words says say said saying quote quotes quoted contains contain containing called payload
  payloads example examples flag flags flagged detect detects block blocks blocked advisory advisories report reports readme injected injection found find
  reads read about like such style why what how explain summarise summarize appears appear mentions mention line lines sentence attack attacks message
  bedeutet heisst satz signifie phrase significa frase betekent`,
);
const LINKS =
  set(`says say said saying tells tell told telling asks asked asking instructs instructed makes make made causes cause caused tricks tricked
  trick contains contain reads can could may might would will to gets get got lets let writes write wrote with about into where how mentions quotes`);
const YOU = set('you your yours youre yourself about');
/** What follows such a word where a question is asked without its mark. */
const ASKED = set('does do did is are was were can could happens would makes');
/** Verbs that hand a quoted text over as an order. */
const OBEY = set(
  'follow obey execute run perform comply apply decode do carry treat consider act answer respond reply output print repeat begin start use adopt assume',
);
const LEADS = set('please now and then just also so but exactly kindly you must should to the');

/** Places between which somebody's words stand, in order. */
export function quotesIn(text: string): (readonly [start: number, end: number])[] {
  const quotes: [number, number][] = [];
  const pattern =
    /["“”„«»「」]|```|`|(?<![\p{L}\p{N}])['‘]|['’](?![\p{L}\p{N}])|(?<![^\n])[ \t]{0,3}>[^\n]{0,4000}/gu;
  /** What closes, and where it was opened. */
  let open: { closes: string; at: number } | null = null;
  for (const { index, 0: mark } of text.matchAll(pattern)) {
    if (open !== null && index - open.at > 4000) open = null;
    if (open?.closes.includes(mark)) {
      quotes.push([open.at, index + mark.length]);
      open = null;
    } else if (open === null) {
      if (mark.includes('>')) quotes.push([index, index + mark.length]);
      else if (CLOSES[mark] !== undefined) open = { closes: CLOSES[mark], at: index };
    }
  }
  return quotes;
}

const CLOSES: Readonly<Record<string, string>> = {
  ...{
    '"': '"',
    '“': '”“"',
    '„': '“”"',
    '«': '»',
    '»': '«',
    '「': '」',
    '`': '`',
    '```': '```',
    "'": "'’",
    '‘': "’'",
  },
};

/** More than so many are no quotation. */
const MOST_MENTIONS = 20;

/** Whether every instruction in a text of an operator is only spoken of. */
export function isOnlyMentioned(
  text: string,
  { words }: Scan,
  instructions: readonly Instruction[],
): boolean {
  if (instructions.length > MOST_MENTIONS) return false;
  const quotes = quotesIn(text);
  const isIn = (start: number, end: number) => {
    const quote = quotes[firstBehind(quotes, start) - 1];
    return quote !== undefined && end <= quote[1] ? quote : undefined;
  };
  const outside = words.filter(({ start, end }) => isIn(start, end) === undefined);
  const handsOver = outside.some((word, i) => OBEY.has(word.text) && isFirst(outside, i));
  const isQuoted = ({ start, end }: Instruction) => {
    const quote = isIn(start, end);
    if (quote === undefined || outside.length === 0) return false;
    return isQuestion(text, quote[1] - 1) || (!handsOver && isSpokenOf(outside, quote));
  };
  return instructions.every(
    (one) => isQuoted(one) || isAskedAbout(one, text, words) || isReported(one, words),
  );
}

/** Words of what is said around a quotation that are looked at. */
const AROUND = 12;

function isSpokenOf(outside: readonly Word[], [start]: readonly [number, number]): boolean {
  let at = 0;
  while (at < outside.length && (outside[at]?.start ?? 0) < start) at++;
  return outside.slice(Math.max(0, at - AROUND), at + AROUND).some(({ text }) => MENTIONING.has(text));
}

/** How many ranges begin at a place or before it. */
function firstBehind(ranges: readonly (readonly [number, number])[], place: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Nothing but words that lead to an order stands before a word. */
function isFirst(words: readonly Word[], at: number): boolean {
  for (let i = at; i >= 0; i--) {
    const word = words[i];
    if (word === undefined || (i < at && !LEADS.has(word.text))) return false;
    if (word.before !== 'blank') return true;
  }
  return true;
}

/** Whether the sentence at a place ends by asking. */
function isQuestion(text: string, at: number): boolean {
  const end = text.slice(at, at + 1000).search(/[.!](?:\s|$)|[?？。]|\n\s{0,20}\n/);
  return end >= 0 && /[?？]/.test(text.charAt(at + end));
}

/** "How do attackers make a model …?", and not "Could you …?". */
function isAskedAbout(one: Instruction, text: string, words: readonly Word[]): boolean {
  if (one.asks) return false;
  const before = sentenceBefore(words, one.start).map(({ text: word }) => word);
  const head = before.findIndex((word) => word !== 'and' && word !== 'so' && word !== 'but');
  const [first = '', second = ''] = before.slice(Math.max(0, head));
  if (head < 0 || !ASKING.has(first) || before.some((word) => YOU.has(word))) return false;
  return (
    isQuestion(text, one.end) ||
    ((first === 'how' || first === 'what' || first === 'why') && ASKED.has(second))
  );
}

/** "… attackers told the assistant to …": somebody else, and what they do, stand before it in its sentence. */
function isReported(one: Instruction, words: readonly Word[]): boolean {
  const before = sentenceBefore(words, one.start);
  const other = before.findIndex(({ text }) => OTHERS.has(text));
  if (other < 0) return false;
  const rest = before.slice(other);
  if (rest.some(({ text, before: gap }, i) => YOU.has(text) || (i > 0 && gap === 'colon'))) return false;
  return rest.some(({ text }) => LINKS.has(text));
}

/** Most words that are read back. */
const REACH = 40;

/** The words of its sentence before a place. */
function sentenceBefore(words: readonly Word[], start: number): Word[] {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const first = words[low];
  const before: Word[] = [];
  if (first?.before === 'end') return before;
  for (let i = low - 1; i >= 0 && before.length < REACH; i--) {
    const word = words[i];
    if (word === undefined) break;
    before.unshift(word);
    if (word.before === 'end') break;
  }
  return before;
}
