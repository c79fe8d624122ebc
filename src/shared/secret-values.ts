// Whether what stands behind a password word is a value: no word of grammar, no placeholder, odd enough for a key. One pass over the value, since it
// is asked again at every such word of a text. Pure. Used by secret-places.ts.

/** What stands where a value would and is none. */
const NO_VALUE = new Set(
  (
    'null none nil true false undefined string str text required optional redacted hidden secret password todo ' +
    'not no never always also only still just too very really now here there the a an in on at by for to from with of as and or but if ' +
    'is are was were be been being it its this that these those which what who whom your my our his her their one you we they i ' +
    'stored wrong incorrect invalid correct right valid empty blank missing expired weak strong short long good bad better different same ' +
    'must should shall may might can cannot could will would has have had needs minimum maximum ' +
    'set kept known needed hashed encrypted salted changed reset sent shown visible protected managed used required requested asked ' +
    'nicht kein keine falsch richtig ein eine der die das den dem im am zum zur und oder wird wurde ' +
    'le la les un une des du de et ou pas el los las una y o no il lo gli e di da het een en niet ' +
    'manager managers policy policies field fields prompt prompts store vault reuse reset hash hashes authentication login file files length'
  ).split(' '),
);

const LONGEST_NO_VALUE = Math.max(...[...NO_VALUE].map(({ length }) => length));

const OPENS = '\\"\'`“”‘’«»*_(';
const CLOSES = '\\"\'`“”‘’«».,;:!?)]}*';

/** Without what stands around a value. A word may be asked at each of four characters for the next four hundred, so no pattern looks for it. */
export function bare(value: string): string {
  let [from, to] = [0, value.length];
  while (from < to && OPENS.includes(value.charAt(from))) from++;
  while (to > from && CLOSES.includes(value.charAt(to - 1))) to--;
  return value.slice(from, to);
}

const isWordlike = (value: string) => value.length <= LONGEST_NO_VALUE && NO_VALUE.has(value.toLowerCase());
/** A placeholder, or a name of the value instead of it. */
const isPlaceholder = (value: string) =>
  /^(?:\$\{?\w|<\w|\{\{|%\w|\*+$|x+$|\.{2,}|\[redacted)/i.test(value) || /^(?:process|os)\.env/.test(value);

/** Anything but a word of grammar or a placeholder. */
export function isAnything(value: string): boolean {
  const word = bare(value);
  return word.length >= 3 && !isWordlike(word) && !isPlaceholder(word) && !word.startsWith('[redacted');
}

/** Words as people choose them for a pass phrase, and not what one is asked to be ("must have twelve characters"). */
export const isPhrase = (value: string): boolean =>
  !/^(?:must|should|shall|could|would|cannot|needs|minimum|maximum|at least|at most)[ -]/i.test(value);

const ODD = /\p{N}|[!#$%^&*+=~@?]|\p{Ll}\p{Lu}/u;
const SMALL = 1;
const CAPITAL = 2;
const ODD_POINT = 3;
const ELSE = 4;
/** Of which of these a code point is; 0 until it was met. */
const KINDS = new Uint8Array(0x110000);

function kindOfPoint(point: number): number {
  const char = String.fromCodePoint(point);
  if (ODD.test(char)) return ODD_POINT;
  if (/\p{Ll}/u.test(char)) return SMALL;
  return /\p{Lu}/u.test(char) ? CAPITAL : ELSE;
}

/** What the pattern says, in a tenth of its time. */
function hasOdd(text: string): boolean {
  let before = ELSE;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) as number;
    if (point > 0xffff) at++;
    KINDS[point] ||= kindOfPoint(point);
    const kind = KINDS[point] as number;
    if (kind === ODD_POINT || (kind === CAPITAL && before === SMALL)) return true;
    before = kind;
  }
  return false;
}

/** What no ordinary word is: it has a digit, or a sign, or cases mixed within. */
export function isOdd(value: string): boolean {
  if (!hasOdd(value)) return false;
  const word = bare(value);
  return word.length >= 3 && !/[([]/.test(word) && hasOdd(word) && isAnything(value);
}

/** The value of a key: quoted text without blanks, or odd. Never a call or a path into an object. */
export function isKeyValue(value: string): boolean {
  const word = bare(value);
  if (word.length < 4 || !isAnything(value) || /[([]/.test(word)) return false;
  return /^\\{0,7}["'`]/.test(value)
    ? !/\s/.test(word)
    : isOdd(value) || (word.length >= 6 && !word.includes('.'));
}
