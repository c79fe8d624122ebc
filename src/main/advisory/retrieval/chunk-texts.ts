// One record of evidence as a text that can be read, searched and cited: the record's own words and values, in few words of ours. Bounded; the raw document has
// the rest. Pure. Called by chunks.ts. Source: advisory, Evidence.
import { type SecretSpan, secretSpans } from '../../../shared/secret-spans.ts';
import type {
  Advisory,
  AffectedPackage,
  AffectedRange,
  Claim,
  ExploitedEntry,
  PolicyTrace,
  RuntimeHint,
  Sbom,
} from '../formats/records.ts';

/** Longest text of one piece, UTF-16 units. */
export const MAX_CHUNK = 3000;
/** Pieces of one advisory's details; what is longer is in the raw document. */
const MAX_PIECES = 6;
const MAX_LISTED = 60;

const lines = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n');
const listed = (items: readonly string[], most = MAX_LISTED): string =>
  items.length <= most
    ? items.join(', ')
    : `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
const braced = (items: readonly (string | null)[]): string => {
  const there = items.filter((item) => item !== null && item !== '');
  return there.length === 0 ? '' : ` (${listed(there as string[])})`;
};
const day = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().slice(0, 10);
const bounded = (text: string): string =>
  text.length <= MAX_CHUNK ? text.toWellFormed() : `${text.slice(0, MAX_CHUNK - 1).toWellFormed()}…`;

/** The head with what fits of the details, then the rest of them in pieces, cut at the end of a line or word. */
export function advisoryTexts(advisory: Omit<Advisory, 'affected'>): string[] {
  const { id, aliases, summary, details, severity, weaknesses, published, withdrawn } = advisory;
  const head = bounded(
    lines([
      `${id}${braced(aliases)}: ${summary || 'no summary'}`,
      withdrawn === null ? null : `Withdrawn on ${day(withdrawn)}.`,
      published === null ? null : `Published on ${day(published)}.`,
      severity.length === 0
        ? null
        : `Severity: ${listed(severity.map(({ type, score }) => `${type} ${score}`))}.`,
      weaknesses.length === 0 ? null : `Weaknesses: ${listed(weaknesses)}.`,
    ]),
  );
  const pieces = piecesOf(details, MAX_CHUNK - head.length - 1);
  const [first = '', ...rest] = pieces;
  return [lines([head, first]), ...rest];
}

function piecesOf(text: string, room: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  // What is in one piece needs no cut, and is most of what there is.
  const secrets = text.length <= room ? [] : secretSpans(text);
  while (from < text.length && pieces.length < MAX_PIECES) {
    const most = pieces.length === 0 ? Math.max(0, room) : MAX_CHUNK;
    const end = text.length - from <= most ? text.length : cutBeside(text, from, from + most, secrets);
    pieces.push(text.slice(from, end).trim().toWellFormed());
    from = end;
  }
  return pieces;
}

/** Words before a secret that say it is one, and lines of a list of them, characters. */
const SAYS_SO = 160;

/**
 * Cuts where no secret is near: without the words before it one is none that is known, and half of one neither. Where they leave no room it is cut as if there were none.
 */
function cutBeside(text: string, from: number, most: number, secrets: readonly Range[]): number {
  const isNear =
    (place: number) =>
    ({ start, end }: Range) =>
      place > start - SAYS_SO && place < end + SAYS_SO;
  let place = most;
  for (const secret of secrets.toReversed()) if (isNear(place)(secret)) place = secret.start - SAYS_SO;
  if (place <= from + SAYS_SO) return cutAt(text, from, most);
  const cut = cutAt(text, from, place);
  return secrets.some(isNear(cut)) ? place : cut;
}

type Range = Pick<SecretSpan, 'start' | 'end'>;

/** The end of the last line in the second half of what fits, else of the last word; never within a sign of two units. */
function cutAt(text: string, from: number, most: number): number {
  const half = from + Math.floor((most - from) / 2);
  for (const sign of ['\n', ' ']) {
    const at = text.lastIndexOf(sign, most - 1);
    if (at >= half) return at + 1;
  }
  const isHalf = /[\udc00-\udfff]/.test(text.charAt(most)) && /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return isHalf && most - 1 > from ? most - 1 : most;
}

export function rangeText(advisory: string, affected: AffectedPackage): string {
  const { ecosystem, name, purl, ranges, versions } = affected;
  const fixes = new Set(
    ranges.flatMap((range) =>
      range.type === 'VERS' ? [] : range.events.flatMap(({ fixed }) => (fixed === undefined ? [] : [fixed])),
    ),
  );
  const isWhole = ranges.length === 0 && versions.length === 0;
  return bounded(
    lines([
      `${advisory} affects ${[ecosystem, name].filter(Boolean).join(' ')}${braced([purl])}.`,
      isWhole ? 'Every version is affected.' : null,
      ...ranges.map((range) => intervalsOf(range)),
      fixes.size === 0 ? null : `Fixed in ${listed([...fixes])}.`,
      versions.length === 0 ? null : `Affected versions as listed: ${listed(versions)}.`,
    ]),
  );
}

function intervalsOf(range: AffectedRange): string {
  if (range.type === 'VERS') return `Affected: ${range.vers}.`;
  const said: string[] = [];
  let from: string | null = null;
  const begun = () => (from === null ? '' : `from ${from} `);
  for (const { introduced, fixed, last_affected: last, limit } of range.events) {
    if (introduced !== undefined) {
      if (from !== null) said.push(`from ${from}`);
      from = introduced;
      continue;
    }
    if (fixed !== undefined) said.push(`${begun()}before ${fixed}`);
    else if (last !== undefined) said.push(`${begun()}through ${last}`);
    else if (limit !== undefined) said.push(`${begun()}up to the limit ${limit}`);
    from = null;
  }
  if (from !== null) said.push(`from ${from}`);
  return `Affected (${range.type === 'GIT' ? 'commits' : 'versions'}): ${listed(said)}.`;
}

export function claimText(issuer: string, claim: Claim): string {
  const { vulnerability, aliases, product, subcomponents, status, justification, statedAt } = claim;
  const reason = justification ?? claim.originalJustification;
  return bounded(
    lines([
      `${issuer || 'Somebody unnamed'} on ${vulnerability}${braced(aliases)}: ${product.name}${braced([...product.purls, product.cpe])} is ${status.replaceAll('_', ' ')}.`,
      product.version === null ? null : `Version ${product.version}.`,
      product.versions === null ? null : `Versions ${product.versions}.`,
      subcomponents.length === 0 ? null : `Within it: ${listed(subcomponents)}.`,
      reason === null ? null : `Justification: ${reason}.`,
      claim.impact && `Impact: ${claim.impact}`,
      claim.action && `Action: ${claim.action}`,
      ...claim.remedies.map(
        ({ kind, details, url }) => `Remedy (${kind}): ${[details, url].filter(Boolean).join(' ')}`,
      ),
      statedAt === null ? null : `Stated on ${day(statedAt)}.`,
    ]),
  );
}

export const sbomText = ({ subject, components, dependencies }: Sbom): string =>
  bounded(
    lines([
      `List of components of ${[subject.name, subject.version].filter(Boolean).join(' ')}${braced([subject.purl])}: ${components.length} components, ${dependencies.length} dependencies.`,
      subject.digests.length === 0 ? null : `Image ${listed(subject.digests)}.`,
    ]),
  );

export const traceText = ({ policyVersion, finding, decision, rules }: PolicyTrace): string =>
  bounded(
    lines([
      `Policy ${policyVersion} decided on ${finding}: ${decision}.`,
      ...rules.map(({ id, matched, text }) => `Rule ${id} ${matched ? 'matched' : 'did not match'}: ${text}`),
    ]),
  );

export const hintText = ({ resource, imageDigest, ports, entrypoint, user }: RuntimeHint): string =>
  bounded(
    lines([
      `${resource} runs${imageDigest === null ? '' : ` image ${imageDigest}`}.`,
      ports.length === 0
        ? 'It opens no port.'
        : `Ports: ${listed(ports.map(({ port, exposure }) => `${port} (${exposure})`))}.`,
      entrypoint.length === 0 ? null : `Entry point: ${entrypoint.join(' ')}.`,
      user === null ? null : `User: ${user}.`,
    ]),
  );

export const exploitedText = ({ cve, name, added, due, ransomware, action }: ExploitedEntry): string =>
  bounded(
    lines([
      `${cve} is known to be exploited${name === '' ? '' : `: ${name}`}.`,
      `Listed on ${day(added)}${due === null ? '' : `, due on ${day(due)}`}; ${ransomware ? 'used by ransomware' : 'no use by ransomware known'}.`,
      action && `Required: ${action}`,
    ]),
  );
