// What an answer may not let out or bring in: the canary of its system text, links and images to where no source leads, markup of HTML. Changes nothing.
// Called by the pipeline of briefs before an answer is shown or stored. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import { codesOf } from './codes-of.ts';
import { addressKeysIn, keyOf } from './entity-forms.ts';
import type { Link } from './inline.ts';
import { plainSigns } from './plain-signs.ts';
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
  const folded = pack.map((text) => text.toLowerCase());
  const leads = [...reading.links, ...bareNames(reading), ...bareHosts(reading, folded)]
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

/** Names of hosts by endings that are common; a name of a project that looks like one stands in a source, or is one of these. */
const BARE_HOST =
  /(?:(?<=^|\s)\/\/|(?<![\w./@:-]))(?!www\.)(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|dev|app|info|biz|xyz|ru|cn|me|co|sh|top|site|online|cloud|example|de|fr|uk|nl|pl|eu|ch|se|fi|dk|jp|kr|br|ca|au|ir|ua|kz|tv|cc|ws|su|gg|link|click|live|store|shop|tech|space|website|page|host|pw|download|zip|internal|local|lan|corp|intranet)(?![\w-]|\.\w)(?:\/[^\s<>"'`()[\]{}|*“”‘’«»]{0,500})?/gi;
const NO_HOSTS: ReadonlySet<string> = new Set(['asp.net', 'ado.net', 'vb.net', 'socket.io']);

/** An address without its scheme, which nothing makes a link of and anybody would type. */
function bareHosts({ prose }: Reading, known: readonly string[]): Link[] {
  const seen = new Map<string, boolean>();
  const isKnown = (name: string): boolean => {
    const found = seen.get(name) ?? known.some((text) => text.includes(name));
    seen.set(name, found);
    return found;
  };
  return [...prose.matchAll(BARE_HOST)]
    .map(({ 0: name, index: start }) => ({
      name: name.toLowerCase().replace(/^\/+|[.,;:!?/]+$/g, ''),
      start,
    }))
    .filter(({ name }) => !NO_HOSTS.has(name) && !isKnown(name))
    .map(({ name, start }) => ({
      ...({ kind: 'address', start, end: start + name.length } as const),
      target: `http://${name}`,
    }));
}

const unescaped = (target: string): string =>
  target.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');

/** In any case, forwards or backwards, with whatever signs between its letters, and in the common codes. */
function holdsCanary(text: string, canary: string): boolean {
  const folded = lettersOf(text);
  return codesOf(canary)
    .map(lettersOf)
    .some((one) => one !== '' && folded.includes(one));
}

const lettersOf = (text: string): string =>
  plainSigns(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
