// What a list says once for all packages of its distribution. Some tools name the operating system with its release beside packages that do not say theirs; some
// name the source of a package where it is called otherwise, and nothing where it is not. Pure. Called by matching.ts. Source: advisory, Findings.
import { distroOf, idOf, isOfDistro } from '../identity/distro.ts';
import { sourceOf } from '../identity/package-key.ts';
import { withQualifiers } from '../identity/purl.ts';
import type { Part } from './inputs.ts';

/** What tools call the entry of the operating system. */
const KINDS: ReadonlySet<string> = new Set(['operating-system', 'operating_system']);

/** @returns the parts, each package of a distribution with its release and its source as far as the whole list says them */
export function withListFacts(parts: readonly Part[]): readonly Part[] {
  const system = systemOf(parts);
  const sourced = new Set(parts.flatMap(({ purl }) => (purl && sourceOf(purl) ? [purl.type] : [])));
  return parts.map((part) => {
    const { purl } = part;
    if (purl === null || !isOfDistro(purl.type)) return part;
    const own = distroOf(purl);
    const isOfSystem = own === null ? purl.namespace === null : own.release === null && own.id === system?.id;
    const distro = system !== null && isOfSystem ? { distro: system.release } : {};
    const upstream = sourced.has(purl.type) && sourceOf(purl) === null ? { upstream: purl.name } : {};
    return { ...part, purl: withQualifiers(purl, { ...distro, ...upstream }) };
  });
}

/** The one operating system that is listed with its release; null where none is, or several are. */
function systemOf(parts: readonly Part[]): { readonly id: string; readonly release: string } | null {
  const systems = parts.filter(({ component }) => KINDS.has(component.kind) && component.version !== null);
  const [system] = systems;
  const id = system && systems.length === 1 ? idOf(system.component.name) : null;
  return id === null ? null : { id, release: `${id}-${system?.component.version}` };
}
