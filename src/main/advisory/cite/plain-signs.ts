// One spelling for signs that look alike, and for what markdown shows as one word: hyphens, wide digits and digits of other scripts, points, letters of other alphabets,
// marks upon them, entities, emphasis within a version. Whoever compares what is read reads both sides so; nobody shows it. Judges nothing; linear.
// Used by the files of this room and by those who compare versions in texts. Source: advisory, Guardrails.
import { decodeClaim } from '../prompt/decode-claim.ts';
import { withDigits } from './spelled-numbers.ts';

const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const HYPHENS = /[\u2010-\u2012\u2212]/g;
/** Marks over and under what ids and versions are made of. */
const MARKS = /(?<=[0-9A-Za-z.:_-])\p{M}+/gu;
const NARROW = /(?<=[\d.])[\u2004-\u200a\u202f\u205f]+(?=[\d.])/g;
const DIGIT = /(?![0-9])\p{Nd}/gu;
/** What looks like a full stop between digits. */
const POINTS = /(?<=\d)[\u00b7\u0387\u066b\u06d4\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\uff61](?=\d)/g;
/** Letters of Greek and Cyrillic that are written like Latin ones, and those. */
const LOOK = 'АВСЕНІЈКМОРЅТХУаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο';
const LIKE = 'ABCEHIJKMOPSTXYaeopcyxijsABEZHIKMNOPTYXo';
const LETTERS: ReadonlyMap<string, string> = new Map([...LOOK].map((sign, at) => [sign, LIKE.charAt(at)]));
/** Addresses that nobody shall follow by mistake are written so. */
const DEFANGED = /\[\.\]|\(\.\)|\[dot\]/gi;
const LETTER = new RegExp(`[${LOOK}]`, 'g');

/** One spelling for signs that look alike, and nothing where nothing is seen. */
export function plainSigns(text: string): string {
  return text
    .replace(HIDDEN, '')
    .replace(HYPHENS, '-')
    .replace(NARROW, '')
    .normalize('NFKC')
    .replace(HYPHENS, '-')
    .replace(MARKS, '')
    .replace(DIGIT, asciiDigit)
    .replace(POINTS, '.')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter)
    .replace(DEFANGED, '.')
    .replace(/\bhxxp(?=s?:)/gi, 'http');
}

/** Digits of a script stand in a row, from 0 to 9. */
function asciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,24}));/g;
/** Signs that versions, ids and addresses are made of, by their names in HTML, and what shows nothing; the four of prompts are decoded with them. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ period: '.', comma: ',', colon: ':', semi: ';', sol: '/', bsol: '\\', num: '#', percnt: '%' },
  ...{ hyphen: '-', dash: '-', ndash: '–', mdash: '—', minus: '-', lowbar: '_', UnderBar: '_', plus: '+' },
  ...{
    commat: '@',
    ast: '*',
    midast: '*',
    grave: '`',
    lpar: '(',
    rpar: ')',
    lsqb: '[',
    rsqb: ']',
    equals: '=',
  },
  ...{ nbsp: ' ', NonBreakingSpace: ' ', ensp: ' ', emsp: ' ', thinsp: '\u2009', hairsp: '\u200a', Tab: ' ' },
  ...{ shy: '', zwj: '', zwnj: '', ZeroWidthSpace: '', NoBreak: '', lrm: '', rlm: '', NewLine: ' ' },
  ...{ middot: '·', centerdot: '·', bull: '•', excl: '!', quest: '?', apos: "'", dollar: '$', verbar: '|' },
};

function shown(whole: string, decimal?: string, hex?: string, name = ''): string {
  if (decimal !== undefined || hex !== undefined) {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  }
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : decodeClaim(whole);
}

/** A link within the brief is its words. */
const WITHIN = /\[([^[\]\n]{0,200})\]\(#[\w-]{0,100}\)/g;
/** Emphasis and ticks in the middle of a number, and of an id. */
const TORN =
  /(?<=[\d.:-])_{0,3}[*`~]{1,6}_{0,3}(?=[\d.]|-\d)|(?<=\p{L})[*`~]{1,6}(?=\p{L}|-\d)|(?<=[.:-])_{1,3}(?=\d)|(?<=\d)_{1,3}(?=\.)/gu;
const SPACED_CVE = /\bCVE[ _/–—-]{0,3}(\d{4})[ _/–—-]{1,3}(\d{4,9})(?!\d)/gi;
const SPACED_GHSA = /\bGHSA[ _/–—]([0-9a-z]{4})[ _/–—-]([0-9a-z]{4})[ _/–—-]([0-9a-z]{4})(?![0-9a-z])/gi;
/** A link in the middle of a number. */
const TORN_LINK = /(?<=[\d.])\[([^[\]\n]{1,20})\](?:\[[^[\]\n]{0,40}\]|\([^()\n]{0,200}\))(?=[\d.])/g;

/** A sentence as it is read: decoded once, numbers in digits, without the marks of markdown's escapes and those within a version or id, in plain signs. */
export const said = (text: string): string =>
  withDigits(
    plainSigns(
      text
        .replace(ESCAPED, '$1')
        .replace(ENTITY, shown)
        .replace(WITHIN, '$1')
        .replace(TORN_LINK, '$1')
        .replace(TORN, ''),
    ),
  )
    .replace(SPACED_CVE, 'CVE-$1-$2')
    .replace(SPACED_GHSA, 'GHSA-$1-$2-$3');

/** What `said` makes of it, without any emphasis and ticks: for who looks at what stands beside a version. */
export const spoken = (text: string): string =>
  said(text)
    .replace(/[*`~]+/g, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');
