// Components that could not be checked, each with the reason: that one has no findings means something only where the whole database of its
// ecosystem was imported, and its name is as records there have it. Pure.
// Called by match.ts. Source: advisory, Findings.
import { distroOf } from '../identity/distro.ts';
import { endedOn } from '../identity/end-of-life.ts';
import { nameDoubt } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';
import { versionText } from '../identity/version-text.ts';
import { versionOf } from '../versions/compare.ts';
import { schemeOfPurlType } from '../versions/scheme.ts';
import type { Unchecked } from './finding.ts';
import type { KnownRisks, Part } from './inputs.ts';

type Reason = Pick<Unchecked, 'reason' | 'detail'>;

/** @returns null for a component that can be checked */
export function whyUnchecked(
  { component, purl }: Part,
  risks: Pick<KnownRisks, 'coverageGap' | 'affectedBy'>,
  now: number,
): Reason | null {
  if (component.purl === null) return { reason: 'no_purl', detail: component.kind };
  if (purl === null) return { reason: 'bad_purl', detail: faultOf(component.purl) };
  const version = versionText(purl);
  if (version === null) return { reason: 'no_version', detail: '' };
  const scheme = schemeOfPurlType(purl.type);
  if (scheme === null) return { reason: 'unknown_scheme', detail: purl.type };
  if (versionOf(scheme, version) === null)
    return { reason: 'unknown_scheme', detail: `${version} is no ${scheme} version` };
  const distro = distroOf(purl);
  if (distro !== null && distro.release === null) return { reason: 'release_unsaid', detail: distro.id };
  const ended = distro === null ? null : endedOn(distro, now);
  if (ended !== null)
    return { reason: 'end_of_life', detail: `${distro?.id} ${distro?.release} since ${ended}` };
  const gap = risks.coverageGap(purl);
  if (gap !== null) return { reason: 'not_covered', detail: gap };
  return nameDoubt(purl, (key) => risks.affectedBy(key).length > 0);
}

function faultOf(text: string): string {
  const read = parsePurl(text);
  return read.ok ? '' : read.message;
}
