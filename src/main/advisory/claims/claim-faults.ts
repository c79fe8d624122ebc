// What a sentence of a brief claims in plain words, numbers and names, held against what it cites: none of it is an id or a version, and all of it can be looked up. Whether
// the sentence draws the right conclusion, it cannot tell. Called by judge-answer.ts. Source: advisory, Guardrails.
import type { FindIds } from '../cite/entity-forms.ts';
import type { Reading } from '../cite/reading.ts';
import { clausesOf } from './clauses.ts';
import type { ClaimFault, HeldWords, ToldSentence } from './held-words.ts';
import { namesOf } from './known-names.ts';
import { orderOf } from './orders.ts';
import { KnownNumbers, namesUnheld, numbersUnheld } from './plain-numbers.ts';
import { quotesUnheld } from './quotes.ts';
import { besideSilences, brokenSilence } from './silences.ts';
import { type StatusParts, statusFaults } from './status-claims.ts';
import { similarNames, subjectsUnknown } from './subjects.ts';
import { WORD_ROWS } from './word-table.ts';

/** @param sentences of that reading */
export function claimFaults(
  reading: Reading,
  sentences: readonly ToldSentence[],
  held: HeldWords,
  findIds: FindIds,
  status: StatusParts,
): ClaimFault[] {
  const known = new KnownNumbers(held);
  return sentences.flatMap((sentence) => {
    if (!/[\p{L}\p{N}]/u.test(sentence.text)) return [];
    const fault = (
      what: string,
      words: string,
      code: ClaimFault['code'] = 'entity_unsupported',
    ): ClaimFault => ({
      ...{ code, what, words, start: sentence.start, end: sentence.end },
    });
    const order = orderOf(sentence, held);
    const broken = brokenSilence(sentence, held);
    return [
      ...numbersUnheld(sentence, held, known, findIds).map((what) =>
        fault(what, 'A number or code that no source cited has'),
      ),
      ...namesUnheld(sentence, held, findIds).map((what) => fault(what, 'A name that no source has')),
      ...tickedUnheld(sentence, reading, held).map((what) => fault(what, 'A name that no source has')),
      ...wordsUnheld(besideSilences(sentence.text), sentence.ids, held).map(({ what, kind }) =>
        fault(what, `Says ${kind}, and no source cited says so`),
      ),
      ...namesOf(sentence.text)
        .filter(({ name, held: pattern }) => !isNamed(name, pattern, sentence, held))
        .map(({ name }) => fault(name, 'A name that no source cited has')),
      ...subjectsUnknown(sentence, held).map((what) => fault(what, 'A name that no source cited has')),
      ...similarNames(sentence, held, findIds).map((what) => fault(what, 'A name that no source has')),
      ...quotesUnheld(sentence, held).map((what) => fault(what, 'Quotes what no source cited says')),
      ...statusFaults(sentence, status),
      ...(broken === null ? [] : [fault(broken, 'Says that no source says what one says')]),
      ...(order === null ? [] : [fault(order.what, order.words, order.code)]),
    ];
  });
}

/** @param text of the sentence, without what it says of silent sources */
function wordsUnheld(
  text: string,
  ids: ToldSentence['ids'],
  held: HeldWords,
): { what: string; kind: string }[] {
  // What one clause denies, another does not.
  const clauses = clausesOf(text).map(withoutEmphasis);
  return WORD_ROWS.flatMap(({ kind, claims, held: needed, broken, unless }) => {
    const said = unless === undefined ? [text] : clauses.filter((clause) => !unless.test(clause));
    const what = said.map((one) => claims.exec(one)?.[0]).find((found) => found !== undefined);
    if (what === undefined) return [];
    if (broken !== undefined) return held.matches(broken, ids) ? [{ what, kind }] : [];
    const isHeld = needed === undefined ? held.holds(what, ids) : held.matches(needed, ids);
    return isHeld ? [] : [{ what, kind }];
  });
}

/** Words that look like a denial, and say it louder. */
const LOUDER =
  /\b(?:no\s(?:doubt|question|mistake|wonder|surprise|less(?:\sthan)?)|not\s(?:only|just|merely|simply|least|surprisingly)|not\swithout|nothing\s(?:short|less)\s(?:of|than)|nothing\s(?:could|can)\sbe\smore|none\sother\sthan|(?:can(?:not|['’]t|\snot))\sbe\s(?:overstated|denied|doubted|ignored)|make\sno\smistake)\b/gi;
const withoutEmphasis = (clause: string): string => clause.replace(LOUDER, ' ');

function isNamed(name: string, pattern: RegExp | null, { ids }: ToldSentence, held: HeldWords): boolean {
  if (pattern !== null) return held.matches(pattern, ids);
  return (
    held.holds(name, ids) ||
    held.holds(name.replaceAll(' ', ''), ids) ||
    held.holds(name.replaceAll(' ', '-'), ids)
  );
}

/** Of versions and what compares them. */
const OF_VERSIONS = /^(?:[<>=!~^]{0,3}\s?v?\d[\w.+:~^*-]*|[<>=!~^]{1,3}|\|\||&&|and|or|,|;|x|[[(]|[)\]])$/i;
/** What is installed is judged by its version. */
const INSTALLS =
  /^(?:npm|npx|pnpm|yarn|bun|pip3?|pipx|uv|poetry|conda|gem|bundle|cargo|go|apt|apt-get|apk|dnf|yum|zypper|brew|dotnet|nuget|composer)\s/;
const LONGEST_TICKED = 200;

/** What is shown as code names something, and stands in a source; a command is judged elsewhere. */
function tickedUnheld({ start, end }: ToldSentence, reading: Reading, held: HeldWords): string[] {
  return spansWithin(reading.ticked, start, end)
    .map((span) =>
      reading.text
        .slice(span.start, span.end)
        .replace(/^`+|`+$/g, '')
        .trim(),
    )
    .filter(
      (said) =>
        said.length <= LONGEST_TICKED &&
        !/^pkg:/i.test(said) &&
        !INSTALLS.test(said) &&
        !/\s-{1,2}\w|[|;&$]/.test(said),
    )
    .map((said) => said.replace(/\(\)$/, '').replace(/\s+/g, ' '))
    .filter((said) => /\p{L}/u.test(said) && !said.split(/[\s,]+/).every((word) => OF_VERSIONS.test(word)))
    .filter(
      (said) =>
        !said
          .split(/(?:[\s,@]|[<>=!~^]{1,3})+/)
          .every((word) => word === '' || OF_VERSIONS.test(word) || held.holds(word, null)),
    );
}

/** Those that begin within, of spans in order. */
function spansWithin<S extends { readonly start: number }>(
  spans: readonly S[],
  start: number,
  end: number,
): readonly S[] {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found: S[] = [];
  for (let one = spans[low]; one && one.start < end; one = spans[++low]) found.push(one);
  return found;
}
