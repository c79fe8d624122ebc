// Numbers, codes and names of code in a sentence that are no version, id, day or score: counts, years, ports, numbers of issues, names of functions, files and settings.
// Whoever names one has it from what is cited, or it is made up. Called by claim-faults.ts. Source: advisory, Guardrails.
import { entitiesIn, type FindIds } from '../cite/entity-forms.ts';
import type { HeldWords, ToldSentence } from './held-words.ts';

/** Words of digits, letters and what joins them; of interest are those with three digits in a row. */
const CODE = /(?<![\w.-])[A-Za-z0-9]{1,40}(?:[-_#:.+]{1,2}[A-Za-z0-9]{1,40}){0,12}/g;
const IS_CODE = /\d{3}|^[A-Z]{2,8}[-#]?\d{1,4}-\d/;
const COMMIT = /(?<![\w.-])[0-9a-f]{7,64}(?![\w.-])/g;
const IS_COMMIT = /^(?=[a-f]*\d)(?=\d*[a-f])/;
/** `2^64`. */
const POWER = /(?<![\w.])\d{1,6}\^\d{1,6}(?![\w.])/g;
const ONLY_DIGITS = /^\d+$/;
/** Names of methods that people write from memory. */
const METHODS = /^(?:sha|aes|rsa|rfc|hmac|md|ecdsa|secp|utf|iso|x|win|amd|arm|http|tls|des|ed|curve)[-_]?\d/i;
const NUMBER = /(?<![\w.,:/@+~^-])(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:st|nd|rd|th)?(?![\w@]|[.:/]\d|-\d)/g;
/** In front of a number that counts what the brief itself has. */
const OWN = /\b(?:steps?|points?|options?|tables?|items?|python|windows|java|http|top|section)\s$/i;
/** Of few, what is counted that a brief must not make up. */
const COUNTED =
  /^\s?(?:%|percent\b|(?:of\s(?:your|the|our)\s|affected\s|running\s|other\s)?(?:hosts?|servers?|resources?|systems?|machines?|containers?|users?|customers?|installations?|days?|weeks?|months?|years?|hours?|quarters|thirds|fifths)\b)/i;
const QUANTITY =
  /\b(?:dozens|scores\sof|hundreds|thousands|millions|billions|(?:a|the)\s(?:vast\s)?majority\sof|(?:half|an?\s(?:half|third|quarter|fifth|tenth))\sof|\d\s(?:quarters|thirds|fifths)\b|most\s(?:users|customers|hosts|systems|installations|servers))\b/i;
const IN_SOURCE = /(?<![\d.])\d[\d,]{0,20}(?!\d|\.\d)/g;
const PERCENT = /(?<![\d.])0\.(\d{2})\d{0,6}(?!\d)/g;

/** What of it nothing that is cited has. */
export function numbersUnheld(
  sentence: ToldSentence,
  held: HeldWords,
  known: KnownNumbers,
  findIds: FindIds,
): string[] {
  const { ids } = sentence;
  const text = withoutEntities(sentence.text, findIds);
  const commits = [...text.matchAll(COMMIT)].map(([word]) => word).filter((word) => IS_COMMIT.test(word));
  const codes = [
    ...[...text.matchAll(CODE)].map(([word]) => word).filter((word) => IS_CODE.test(word)),
    ...commits,
    ...[...text.matchAll(POWER)].map(([word]) => word),
  ]
    .filter((word) => !ONLY_DIGITS.test(word) && !METHODS.test(word))
    .filter((word) => !held.holds(word, ids));
  const numbers = [...text.matchAll(NUMBER)]
    .filter(({ 0: found, 1: number = '', index }) => {
      const value = Number(number.replaceAll(',', ''));
      const behind = text.slice(index + found.length, index + found.length + 40);
      if (OWN.test(text.slice(Math.max(0, index - 12), index))) return false;
      return (value >= 10 || COUNTED.test(behind)) && !known.has(value, ids);
    })
    .map(([found]) => found);
  const quantity = QUANTITY.exec(sentence.text)?.[0];
  return [...codes, ...numbers, ...(quantity === undefined || held.holds(quantity, ids) ? [] : [quantity])];
}

/** With blanks in place of ids, versions, addresses and their like. */
export function withoutEntities(text: string, findIds: FindIds): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of entitiesIn(text, findIds)) {
    if (start < from) continue;
    pieces.push(text.slice(from, start), ' '.repeat(end - start));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Whole numbers of sources: counts, years, ports, parts of ids and addresses, chances in percent; of versions none. */
export class KnownNumbers {
  readonly #held: HeldWords;
  readonly #known = new Map<number, ReadonlySet<number>>();

  constructor(held: HeldWords) {
    this.#held = held;
  }

  has(value: number, ids: readonly number[] | null): boolean {
    return this.#held.numbers(ids).some((id) => this.#of(id).has(value));
  }

  #of(id: number): ReadonlySet<number> {
    const known = this.#known.get(id) ?? numbersOf(this.#held.textOf(id));
    this.#known.set(id, known);
    return known;
  }
}

function numbersOf(text: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const [found] of text.matchAll(IN_SOURCE)) {
    numbers.add(Number(found.replaceAll(',', '')));
    for (const part of found.split(',')) if (part !== '') numbers.add(Number(part));
  }
  for (const [, percent] of text.matchAll(PERCENT)) numbers.add(Number(percent));
  for (const [share] of text.matchAll(SHARE)) numbers.add(Math.round(Number(share) * 100));
  return numbers;
}

const SHARE = /(?<![\d.])0\.\d{1,8}(?!\d)/g;

/** `parseToken`, `FrameReader`, `frame.Reader`, `SAFE_MODE`, `read_all`, `src/auth/login.c`, `~/.ssh/key`, `name/billing`. */
const NAMES =
  /(?<![\w/~@:-])(?:[\w+-]{1,40}@[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.[A-Za-z]{2,12}|[a-z]{2,30}[a-z0-9]{0,20}(?:[A-Z][a-z0-9]{1,30}){1,6}|[A-Za-z0-9]{1,40}(?:_[A-Za-z0-9]{1,40}){1,8}|(?:~|\.{1,2})?\/[\w.-]{1,60}(?:\/[\w.-]{1,60}){1,8}|[\w-]{1,60}(?:\/[\w-]{1,60}){1,8}\.[a-z]{1,5}|name\/[\w.-]{1,80}|(?:[A-Za-z_]\w{1,40}\.){1,5}(?:[A-Za-z]{1,30}[a-z_][A-Z_]\w{1,30}|[A-Z][a-z]\w{1,40})|(?:[A-Z][a-z0-9]{1,30}){2,6})(?![\w/])/g;
/** Written from memory by anybody. */
const COMMON = new Set('macos ios ipados ebpf iphone github gitlab javascript typescript devops'.split(' '));

/** Names of code, files and settings that no source of the prompt has. */
export function namesUnheld({ text }: ToldSentence, held: HeldWords, findIds: FindIds): string[] {
  return [...withoutEntities(text, findIds).matchAll(NAMES)]
    .map(([name]) => name.replace(/[.]+$/, ''))
    .filter((name) => !COMMON.has(name.toLowerCase()) && !held.holds(name, null));
}
