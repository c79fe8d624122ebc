// What an answer may not let out or bring in: the canary of its system text, links and images to where no source leads, markup of HTML. Changes nothing.
// Called by the pipeline of briefs before an answer is shown or stored. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import { addressKeysIn, keyOf, plainSigns } from './entity-forms.ts';
import type { Link } from './inline.ts';
import type { Reading } from './reading.ts';

export type OutputFault = Span &
  (
    | { readonly code: 'canary_leak' }
    | {
        readonly code: 'entity_unsupported';
        readonly reason: 'link' | 'image' | 'html';
        /** Where it leads, or the tag. */
        readonly entity: string;
      }
  );

export interface OutputParts {
  readonly canary: string;
  /** Texts and addresses of the pack: an address that stands in one of them may be linked to. */
  readonly pack: readonly string[];
}

/** Links within the brief lead nowhere else. */
const WITHIN = /^#[\w-]*$/;

/** What is wrong with an answer, in order. */
export function outputFaults(reading: Reading, { canary, pack }: OutputParts): OutputFault[] {
  const known = new Set(pack.flatMap((text) => addressKeysIn(plainSigns(text))));
  const leads = [...reading.links, ...bareNames(reading)]
    .filter(
      ({ kind, target, start }) =>
        kind !== 'address' || reading.text.charAt(start) === '<' || IS_SHOWN.test(target),
    )
    .filter(({ target }) => !WITHIN.test(target) && !known.has(keyOf('url', unescaped(target))))
    .map(({ kind, target, start, end }) => ({
      ...({ code: 'entity_unsupported', reason: kind === 'image' ? 'image' : 'link' } as const),
      ...{ entity: target, start, end },
    }));
  const tags = reading.markup.map(({ start, end }) => ({
    ...({ code: 'entity_unsupported', reason: 'html' } as const),
    ...{ entity: reading.text.slice(start, end), start, end },
  }));
  const leak = holdsCanary(reading.text, canary)
    ? [{ code: 'canary_leak', start: 0, end: reading.text.length } as const]
    : [];
  return [...leak, ...[...leads, ...tags].toSorted((a, b) => a.start - b.start)];
}

/** Addresses that a renderer makes links of where they stand bare. */
const IS_SHOWN = /^(?:https?|ftp):\/\//i;
const BARE_NAME = /(?<![\w./@-])www\.[^\s<>"'`()[\]{}|*]+/gi;

/** `www.example.org` becomes a link to its address over http. */
function bareNames({ prose }: Reading): Link[] {
  return [...prose.matchAll(BARE_NAME)].map(({ 0: name, index: start }) => ({
    ...({ kind: 'address', start, end: start + name.length } as const),
    target: `http://${name}`,
  }));
}

const unescaped = (target: string): string =>
  target.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');

/** In any case, forwards or backwards, with whatever signs between its letters. */
function holdsCanary(text: string, canary: string): boolean {
  const folded = lettersOf(text);
  const word = lettersOf(canary);
  return word !== '' && [word, [...word].reverse().join('')].some((one) => folded.includes(one));
}

const lettersOf = (text: string): string =>
  plainSigns(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
