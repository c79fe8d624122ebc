// What a sentence gives as somebody's own words: between marks of quotation stands what a source cited has, letter by letter; signs at its end and a gap of dots may differ.
// Called by claim-faults.ts. Source: advisory, Guardrails.
import type { HeldWords, ToldSentence } from './held-words.ts';

const QUOTED =
  /(?<![\p{L}\p{N}])"(?=[^\s"])([^"\n]{1,400})(?<=\S)"|“([^“”\n]{1,400})”|«([^«»\n]{1,400})»|„([^„“”\n]{1,400})[“”]/gu;
const GAP = /\s?(?:\[?\.\.\.\]?|\[?…\]?)\s?/;
const MOST_QUOTES = 40;
/** Of letters; what is shorter is a sign or a letter that is spoken of. */
const SHORTEST = 4;

/** Quotations that no source cited has. */
export function quotesUnheld({ text, ids }: ToldSentence, held: HeldWords): string[] {
  const quotes = [...text.matchAll(QUOTED)].slice(0, MOST_QUOTES);
  return quotes
    .map(([, ...groups]) => groups.find((one) => one !== undefined) ?? '')
    .filter((quote) => !quote.split(GAP).every((part) => isHeld(part, ids, held)));
}

function isHeld(part: string, ids: ToldSentence['ids'], held: HeldWords): boolean {
  const said = part.replace(/^[\s,.;:!?]+|[\s,.;:!?]+$/g, '');
  return (said.match(/\p{L}/gu) ?? []).length < SHORTEST || held.holds(said, ids);
}
