// Ids of advisories: which kind one is of and who gives it out, its one spelling, and every id that stands in a text. One pass over the
// text, of patterns whose repetitions are bounded and cannot match the same characters twice. It knows nothing of what an id says.
// Called by importers, the entity check, highlights and the index of identifiers.
// Source: advisory, Evidence, Guardrails.

export interface AdvisoryId {
  /** The one spelling. */
  readonly id: string;
  /** `CVE`, `GHSA`, `RHSA` …; `other` where nobody we know gives out such ids. */
  readonly kind: string;
  /** Who gives it out; null where the kind is `other`. */
  readonly issuer: string | null;
}

export interface FoundId extends AdvisoryId {
  /** UTF-16 units of the text, `end` behind the last. */
  readonly start: number;
  readonly end: number;
}

interface Kind {
  readonly kind: string;
  readonly issuer: string;
  /** What follows the kind's name; without groups that capture. */
  readonly tail: string;
  /** How it is spelled. */
  readonly spell: (id: string) => string;
}

const YEAR = '-\\d{4}';
const YEAR_NUMBER = '-\\d{4}-\\d{1,9}';
/** `RHSA-2022:0216`; some write the colon as a minus sign. */
const ERRATUM = '-\\d{4}[:-]\\d{1,7}';

/** Head in upper case, tail in lower, as `GHSA-9v2f-6vcg-3hgv`. */
const lowerTail = (id: string): string => {
  const dash = id.indexOf('-');
  return id.slice(0, dash).toUpperCase() + id.slice(dash).toLowerCase();
};
const withColon = (id: string): string => id.toUpperCase().replace(/^([A-Z]+-\d{4})-/, '$1:');
/** With the one part in lower case that its issuer writes so. */
const opening =
  (lower: string) =>
  (id: string): string =>
    lower + id.slice(lower.length).toUpperCase();

/**
 * Longer heads before those they begin with. What the issuer of a distribution puts before a CVE is an id of its own:
 * `DEBIAN-CVE-2024-3094` is no CVE.
 */
const KINDS: readonly Kind[] = [
  ...['DEBIAN', 'UBUNTU', 'ALPINE', 'CURL', 'BELL', 'EEF'].flatMap((one) =>
    kinds(`${one}-CVE`, one, YEAR_NUMBER),
  ),
  ...kinds('ROOT', 'Root', '-(?:OS|APP)-[A-Z0-9]{1,20}-[A-Z0-9]{1,20}-CVE-\\d{4}-\\d{1,9}'),
  ...kinds('CVE', 'CVE', '-\\d{4}-\\d{4,9}'),
  ...kinds('GHSA', 'GitHub', '(?:-[23456789cfghjmpqrvwx]{4}){3}', lowerTail),
  ...['MINI', 'ECHO'].flatMap((one) => kinds(one, one, '(?:-[0-9a-z]{4}){3}', lowerTail)),
  ...kinds('ASB-A PUB-A', 'Android', '-\\d{6,12}'),
  ...kinds('CLEANSTART', 'CleanStart', '-\\d{4}-[A-Z0-9]{2,12}'),
  ...kinds('DRUPAL', 'Drupal', '-(?:CORE|CONTRIB)-\\d{4}-\\d{1,5}'),
  ...kinds('AZL', 'Azure Linux', '-\\d{1,8}'),
  ...kinds('MAL', 'OpenSSF', YEAR_NUMBER),
  ...kinds('PYSEC', 'PyPA', YEAR_NUMBER),
  ...kinds('PSF', 'PSF', YEAR_NUMBER),
  ...kinds('RUSTSEC', 'RustSec', YEAR_NUMBER),
  ...kinds('GO', 'Go', '-\\d{4}-\\d{4,9}'),
  ...kinds('OSV', 'OSS-Fuzz', YEAR_NUMBER),
  ...kinds('GSD', 'GSD', YEAR_NUMBER),
  ...kinds('HSEC', 'Haskell', YEAR_NUMBER),
  ...kinds('RSEC', 'R Consortium', YEAR_NUMBER),
  ...kinds('JLSEC', 'Julia', YEAR_NUMBER),
  ...kinds('OSEC', 'OCaml', YEAR_NUMBER),
  ...kinds('BIT', 'Bitnami', '-[A-Z0-9]{1,40}(?:-[A-Z]{1,40}){0,4}-\\d{4}-\\d{1,9}', lowerTail),
  ...kinds('CGA', 'Chainguard', '(?:-[23456789cfghjmpqrvwx]{4}){3}', lowerTail),
  ...kinds('RHSA RHBA RHEA', 'Red Hat', ERRATUM, withColon),
  ...kinds('RLSA RLBA RLEA RXSA', 'Rocky Linux', ERRATUM, withColon),
  ...kinds('ALSA ALBA ALEA', 'AlmaLinux', ERRATUM, withColon),
  ...kinds('ELSA ELBA', 'Oracle', YEAR_NUMBER),
  ...kinds('DSA DLA DTSA ELA', 'Debian', '-\\d{1,6}(?:-\\d{1,3})?'),
  ...kinds('USN LSN', 'Ubuntu', '-\\d{1,6}(?:-\\d{1,3})?'),
  ...kinds('openSUSE-SU', 'openSUSE', `${YEAR}:\\d{1,7}-\\d{1,3}`, opening('openSUSE')),
  ...kinds('SUSE-SU SUSE-RU SUSE-FU SUSE-OU', 'SUSE', `${YEAR}:\\d{1,7}-\\d{1,3}`),
  ...kinds('ALAS', 'Amazon', '(?:[A-Z0-9._]{1,30}(?:-[A-Z0-9.]{1,20})?)?-(?:20)\\d{2}-\\d{1,6}'),
  ...kinds('MGASA', 'Mageia', YEAR_NUMBER),
  ...kinds('openEuler-SA', 'openEuler', YEAR_NUMBER, opening('openEuler')),
  ...kinds('OESA', 'openEuler', YEAR_NUMBER),
  ...kinds('PHSA', 'Photon OS', '-\\d{4}-\\d{1,3}\\.\\d{1,3}-\\d{1,5}'),
  ...kinds('CLSA', 'TuxCare', '-\\d{4}[:-]\\d{1,12}', withColon),
  ...kinds('FEDORA', 'Fedora', '(?:-EPEL)?-\\d{4}-[0-9a-f]{10}', fedora),
  ...kinds('GLSA', 'Gentoo', '-\\d{6}-\\d{2}'),
  ...kinds('VMSA', 'VMware', YEAR_NUMBER),
  ...kinds('ICSA ICSMA', 'CISA', '-\\d{2}-\\d{3}-\\d{2}'),
  ...kinds('JVNDB', 'JVN', '-\\d{4}-\\d{6}'),
  ...kinds('CNVD', 'CNVD', YEAR_NUMBER),
  ...kinds('BDU', 'FSTEC', ':\\d{4}-\\d{5}'),
  ...kinds('EUVD', 'ENISA', YEAR_NUMBER),
  ...kinds('SNYK', 'Snyk', '-[A-Z0-9]{2,20}-[A-Z0-9]{1,60}-\\d{4,9}'),
];

function kinds(names: string, issuer: string, tail: string, spell = upper): Kind[] {
  return names.split(' ').map((kind) => ({ kind, issuer, tail, spell }));
}

/** A kind as a pattern; before and behind an id stands no letter or digit. */
const shape = ({ kind, tail }: Kind): string => kind + tail;
const ANY = new RegExp(`(?<![A-Za-z0-9])(?:${KINDS.map(shape).join('|')})(?![A-Za-z0-9])`, 'gi');
/** By the first letter, so that few are tried on what was found: groups for each kind would cost more than the search. */
const BY_LETTER: ReadonlyMap<string, readonly (Kind & { readonly whole: RegExp })[]> = Map.groupBy(
  KINDS.map((kind) => ({ ...kind, whole: new RegExp(`^(?:${shape(kind)})$`, 'i') })),
  ({ kind }) => kind.slice(0, 1).toUpperCase(),
);

/** Signs that print as a minus sign does: typesetters and models write ids with them. */
const DASHES = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
/** Longest text that is taken for one id. */
const MAX_ID_CHARS = 256;

/**
 * Every id in a text, in order, none within another; an id that stands there twice is found twice. Nothing is done between two of them
 * that takes longer than the search, so whoever reads a long text may let others work in between.
 * @param text anything, of any length
 */
export function* idsIn(text: string): Generator<FoundId> {
  // each dash for one minus sign, so that places stay what they are
  for (const { 0: said, index } of text.replace(DASHES, '-').matchAll(ANY)) {
    const id = spelled(said);
    if (id !== null) yield { ...id, start: index, end: index + said.length };
  }
}

/** All of `idsIn` at once. */
export const findIds = (text: string): readonly FoundId[] => [...idsIn(text)];

/**
 * One id in its one spelling, blanks around it taken off. An id of nobody we know stays as it is written, since case may matter to
 * whoever gives it out.
 * @returns null where the text is no id at all: empty, with blanks or control characters within, or longer than 256 characters
 */
export function advisoryId(text: string): AdvisoryId | null {
  const trimmed = text.length > 2 * MAX_ID_CHARS ? '' : text.trim();
  if (trimmed === '' || trimmed.length > MAX_ID_CHARS || /[\s\p{Cc}]/u.test(trimmed)) return null;
  return spelled(trimmed.replace(DASHES, '-')) ?? { id: trimmed, kind: 'other', issuer: null };
}

/** The whole of a text as an id of a kind we know. */
function spelled(text: string): AdvisoryId | null {
  const kind = BY_LETTER.get(text.slice(0, 1).toUpperCase())?.find(({ whole }) => whole.test(text));
  return kind === undefined ? null : { id: kind.spell(text), kind: kind.kind, issuer: kind.issuer };
}

function upper(id: string): string {
  return id.toUpperCase();
}

/** `FEDORA-EPEL-2024-0123abcdef`: the digest in lower case. */
function fedora(id: string): string {
  const digest = id.lastIndexOf('-');
  return id.slice(0, digest).toUpperCase() + id.slice(digest).toLowerCase();
}
