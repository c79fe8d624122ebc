// Numbers that are written as words, as digits: `four point five`, `version eleven`, `forty-two hosts`, `nine out of ten`; letters that pose as digits, and points of a version
// that are other signs. Whoever compares numbers reads a sentence so; nobody shows it. Judges nothing; linear. Used by plain-signs.ts. Source: advisory, Guardrails.

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const VALUES: ReadonlyMap<string, number> = new Map([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, at) => [word, 10 * (at + 2)] as const),
]);
const HUNDRED = 'hundred';
const MANY: ReadonlyMap<string, number> = new Map([
  ['thousand', 1000],
  ['million', 1_000_000],
]);
const WORD = [...VALUES.keys(), HUNDRED, ...MANY.keys()].join('|');
/** Words of numbers in a row; more than so many are no number anybody writes. */
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${WORD})(?:(?:[\\s-]|\\sand\\s)(?:${WORD})){0,11}(?![\\p{L}\\p{N}])`,
  'giu',
);
const POINTED = /(?<=\d)\s(?:point|dot)\s(?=\d)/gi;
/** What is counted of few, so that `two statements` stays a word. */
const COUNTED =
  /^[\s-](?:(?:of\s)?(?:your|the|our)\s)?(?:hosts?|servers?|resources?|systems?|machines?|containers?|users?|customers?|installations?|days?|weeks?|months?|years?|hours?|percent|quarters|thirds|fifths|point|dot|out of)\b/i;
const VERSIONED = /\b(?:versions?|releases?|series|generation|score(?:\sof|\sis)?|rated|cvss)\s$/i;
const OUT_OF_TEN = /(?<=\d)\sout\sof\s(?=10\b)/gi;
const ORDINALS =
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth';
const MAJOR = new RegExp(
  `\\b(${ORDINALS.replaceAll(' ', '|')})\\s(?:major\\s(?:release|version)|generation|series)\\b`,
  'gi',
);
/** Roman numbers with points between them. */
const ROMAN = /(?<![\w.])([IVXLCDM]{1,9}|N)(?:\.(?:[IVXLCDM]{1,9}|N)){1,4}(?![\w])/g;
const ROMANS: ReadonlyMap<string, number> = new Map([
  ...([...'IVXLCDM'].map((sign, at) => [sign, [1, 5, 10, 50, 100, 500, 1000][at] ?? 0]) as [
    string,
    number,
  ][]),
]);
/** `2O22.l.9`: a digit at least, and nothing but digits and what looks like them. */
const POSING = /(?<![\w.])(?=[OolI.]{0,12}\d)[0-9OolI]{1,6}(?:\.[0-9OolI]{1,6}){1,4}(?![\w])/g;
/** `1_12_1`, `1-12-1`, `1,12,1`: no day, no number in thousands. */
const JOINED = /(?<![\w.,-])(\d{1,3})([_-])(\d{1,4})\2(\d{1,4})(?![\w-]|[.,]\d)/g;
const WITH_COMMAS = /(?<![\w.,-])(\d{1,3}),(\d{1,2}),(\d{1,4})(?![\w-]|[.,]\d)/g;
const SPACED = /(?<=\d)(?: \.|\. | \. )(?=\d{1,4}(?: ?\.|[^\w]|$))/g;

/** @param text of a sentence, in plain signs */
export function withDigits(text: string): string {
  return text
    .replace(MAJOR, (_, word: string) => `version ${ORDINALS.split(' ').indexOf(word.toLowerCase()) + 3}`)
    .replace(RUN, (run, at: number, whole: string) => {
      const numbers = numbersOf(run);
      const before = whole.slice(Math.max(0, at - 24), at);
      const behind = whole.slice(at + run.length, at + run.length + 40);
      const isSmall = numbers.length === 1 && Number(numbers[0]) < 10;
      const isPointed = /\s(?:point|dot)\s$/i.test(before);
      return isSmall && !isPointed && !COUNTED.test(behind) && !VERSIONED.test(before)
        ? run
        : numbers.join(' ');
    })
    .replace(POINTED, '.')
    .replace(OUT_OF_TEN, '/')
    .replace(ROMAN, (found) => found.split('.').map(romanOf).join('.'))
    .replace(POSING, (found) => found.replace(/[Oo]/g, '0').replace(/[lI]/g, '1'))
    .replace(JOINED, '$1.$3.$4')
    .replace(WITH_COMMAS, '$1.$2.$3')
    .replace(SPACED, '.');
}

/** `one thousand two hundred` is one number, `two zero two nine` is its digits, `twenty ninety-nine` are two. */
function numbersOf(run: string): string[] {
  const words = run
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== 'and');
  const values = words.map((word) => VALUES.get(word));
  if (words.length > 2 && values.every((value) => value !== undefined && value < 10))
    return [values.join('')];
  const numbers: number[] = [];
  // Of the number that is being read: what its thousands come to, the least of them, and what is said behind those.
  let thousands = 0;
  let least = Number.POSITIVE_INFINITY;
  let rest: number | null = null;
  const end = () => {
    if (rest !== null || thousands > 0) numbers.push(thousands + (rest ?? 0));
    [thousands, least, rest] = [0, Number.POSITIVE_INFINITY, null];
  };
  for (const word of words) {
    const many = MANY.get(word);
    if (word === HUNDRED) {
      if (rest !== null && rest >= 100) end();
      rest = (rest ?? 1) * 100;
    } else if (many !== undefined) {
      const times = rest ?? 1;
      rest = null;
      if (many >= least) end();
      thousands += times * many;
      least = many;
    } else {
      const value = VALUES.get(word) ?? 0;
      if (rest !== null && !goesOn(rest, value)) end();
      rest = (rest ?? 0) + value;
    }
  }
  end();
  return numbers.map(String);
}

/** `two hundred` goes on with `forty`, and `forty` with `two`. */
const goesOn = (rest: number, value: number): boolean =>
  rest > 0 && (rest % 100 === 0 || (rest % 10 === 0 && rest % 100 >= 20 && value > 0 && value < 10));

function romanOf(sign: string): number {
  const values = [...sign].map((one) => ROMANS.get(one) ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
