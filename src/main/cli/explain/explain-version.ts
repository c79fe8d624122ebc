// What `festinger explain version` answers: how two versions are ordered, or whether one is in a range; null is unknown. Reads nothing
// but its line. Called by explain.ts.
// Source: advisory, Deterministic tools; decision 056.
import * as z from 'zod';
import { compare } from '../../advisory/versions/compare.ts';
import { contains, type VersionRange } from '../../advisory/versions/contains.ts';
import { schemeNamed } from '../../advisory/versions/scheme.ts';

const Id = z.union([z.string(), z.number(), z.null()]).optional();
const OsvEvent = z.strictObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
  limit: z.string().optional(),
});
/** `scheme` is one of ours, a type of package URLs or of VERS, or an ecosystem of OSV; any other is unknown. */
const VersionLine = z.union([
  z.strictObject({ id: Id, scheme: z.string(), a: z.string(), b: z.string() }),
  z.strictObject({
    id: Id,
    scheme: z.string(),
    version: z.string(),
    range: z.union([z.string(), z.array(OsvEvent)]),
  }),
]);

/**
 * @param line {id, scheme, a, b}, or {id, scheme, version, range} with a VERS, constraints in a chain, or events of OSV
 * @param parse throws what the command line says of a line that is none
 * @returns {id, cmp} or {id, in}
 */
export function answerVersion(
  line: unknown,
  parse: <S extends z.ZodType>(schema: S, line: unknown) => z.output<S>,
): object {
  const asked = parse(VersionLine, line);
  const scheme = schemeNamed(asked.scheme);
  if ('a' in asked) return { id: asked.id, cmp: compare(scheme, asked.a, asked.b) };
  return { id: asked.id, in: contains(scheme, rangeOf(asked.range), asked.version) };
}

function rangeOf(range: string | z.infer<typeof OsvEvent>[]): VersionRange {
  if (typeof range !== 'string')
    return { kind: 'osv', ranges: [{ type: 'ECOSYSTEM', events: range }], versions: [] };
  return { kind: range.startsWith('vers:') ? 'vers' : 'constraints', text: range };
}
