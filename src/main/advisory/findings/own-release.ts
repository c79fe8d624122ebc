// Some tools list the packages of a distribution without saying which release they are of, and the operating system once beside them. That release is theirs then.
// Pure. Called by matching.ts. Source: advisory, Findings.
import { distroOf, idOf } from '../identity/distro.ts';
import { buildPurl, type Purl } from '../identity/purl.ts';
import type { Part } from './inputs.ts';

/** What tools call the entry of the operating system. */
const KINDS: ReadonlySet<string> = new Set(['operating-system', 'operating_system']);

/** @returns the parts, packages of the one operating system that is listed with its release; as they are where none is, or several are */
export function withOwnRelease(parts: readonly Part[]): readonly Part[] {
  const systems = parts.filter(({ component }) => KINDS.has(component.kind) && component.version !== null);
  const [system] = systems;
  if (!system || systems.length > 1) return parts;
  const id = idOf(system.component.name);
  const release = `${system.component.name.toLowerCase()}-${system.component.version}`;
  if (id === null) return parts;
  return parts.map((part) => {
    const { purl } = part;
    const own = purl === null ? null : distroOf(purl);
    if (purl === null || own === null || own.release !== null || own.id !== id) return part;
    return { ...part, purl: released(purl, release) };
  });
}

function released(purl: Purl, distro: string): Purl {
  const { type, namespace, name, version, subpath, qualifiers } = purl;
  const built = buildPurl({
    ...{ type, namespace, name, version, subpath },
    qualifiers: { ...Object.fromEntries(qualifiers), distro },
  });
  return built.ok ? built.purl : purl;
}
