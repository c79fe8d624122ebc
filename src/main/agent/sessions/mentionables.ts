// What can be named with an @, by a few letters: resources first, then findings, then concepts of the memory. Source: console, Chat (@-mentions).
import type { Mentionable } from '../../../shared/contract/assistant.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import { findingId, withVersion } from '../context/finding-section.ts';
import type { AskedFindings, AskedMemory, Known } from '../hands/parts.ts';

interface Parts {
  readonly known: Known;
  readonly memory: AskedMemory;
  readonly findings: AskedFindings;
}

const MOST_CONCEPTS = 4;
const MOST_FINDINGS = 4;
/** Fewer letters fit too much that is no resource. */
const FEWEST_LETTERS = 2;

export async function mentionables(
  { known, memory, findings }: Parts,
  text: string,
  limit: number,
): Promise<Mentionable[]> {
  await known.fresh();
  const asked = text.trim().toLowerCase();
  const ranked = known.resources().flatMap(({ id, kind, name, aliases, detail, state }) => {
    const rank = Math.min(...[name, ...aliases].map((one) => rankOf(one.toLowerCase(), asked)));
    return Number.isFinite(rank)
      ? [{ rank, found: { id, kind, name, detail: `${state}, ${detail}`.slice(0, 200) } }]
      : [];
  });
  const resources = ranked
    .toSorted((a, b) => a.rank - b.rank || a.found.name.localeCompare(b.found.name))
    .map(({ found }) => found);
  const isShort = asked.length < FEWEST_LETTERS;
  const others = isShort
    ? []
    : [...(await findingsLike(findings, asked)), ...(await conceptsLike(memory, asked))];
  const room = Math.max(limit - others.length, 1);
  return [...resources.slice(0, room), ...others].slice(0, limit);
}

async function findingsLike(findings: AskedFindings, asked: string): Promise<Mentionable[]> {
  const found = await findings.search(asked, MOST_FINDINGS);
  return found.map(({ key, vulnerability, severity, component, product }) => ({
    id: findingId(DEFAULT_PROJECT, key),
    kind: 'finding',
    name: vulnerability,
    detail: `${severity}, ${withVersion(component)} in ${product.name}`.slice(0, 200),
  }));
}

/** How near: all of it, the beginning, the beginning of a part, anywhere; not at all is infinite. */
function rankOf(name: string, asked: string): number {
  if (name === asked) return -1;
  if (asked === '' || name.startsWith(asked)) return 0;
  if (name.split(/[-_.:/ ]/).some((part) => part.startsWith(asked))) return 1;
  return name.includes(asked) ? 2 : Number.POSITIVE_INFINITY;
}

async function conceptsLike(memory: AskedMemory, asked: string): Promise<Mentionable[]> {
  const found = await memory.search(DEFAULT_PROJECT, asked, MOST_CONCEPTS);
  const concepts = Array.isArray(found.concepts) ? (found.concepts as readonly unknown[]) : [];
  return concepts.flatMap((one) => {
    const name =
      typeof one === 'string'
        ? one
        : ((one as { name?: unknown; concept?: unknown }).name ?? (one as { concept?: unknown }).concept);
    return typeof name === 'string'
      ? [
          {
            id: `concept:${DEFAULT_PROJECT}:${name}`,
            kind: 'concept' as const,
            name,
            detail: 'in the shared memory',
          },
        ]
      : [];
  });
}
