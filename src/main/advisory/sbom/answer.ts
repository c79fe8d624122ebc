// What a service of lists answers, taken in at the border: which versions were seen when, and the ways by which a component comes in. The same answer in another
// order gives the same lists. Pure. Called by service.ts. Source: advisory, Retrieval.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import type { Part } from '../findings/inputs.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { boundedKey, keyOfPurl } from '../identity/keys.ts';
import { buildPurl, parsePurl } from '../identity/purl.ts';
import type { PackList } from '../retrieval/pack-sbom.ts';
import type { PackObservation } from '../retrieval/pack-shape.ts';
import type { SbomContextAsked } from '../retrieval/sbom-service.ts';

/** What we ask for at most; a service that gives more is told apart from one that gives anything. */
export const ASKED = { observations: 500, paths: 200 };
const MOST = { contexts: 100, observations: 5000, paths: 2000, nodes: 100 };

const Text = z
  .string()
  .max(1000)
  .transform((text) => text.trim().toWellFormed())
  .refine((text) => text !== '', 'it is empty');
const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const Version = z.object({
  version: Text.nullish(),
  firstObserved: Moment,
  lastObserved: Moment.nullish(),
  status: Text,
  isFixAvailable: z.boolean().nullish(),
  /** Which version has the fix. */
  fix: Text.nullish(),
  purl: Text.nullish(),
  vulnerability: Text.nullish(),
});

const Path = z.object({
  nodes: z
    .array(z.object({ identifier: Text, version: Text.nullish() }))
    .min(1)
    .max(MOST.nodes),
  isRuntime: z.boolean().nullish(),
});
type Path = z.output<typeof Path>;

const Context = z.object({
  artifactId: Text.nullish(),
  purl: Text.nullish(),
  versions: z.array(Version).max(MOST.observations).nullish(),
  dependencyPaths: z.array(Path).max(MOST.paths).nullish(),
});
type Context = z.output<typeof Context>;

/** One artifact, or several as a list. */
const Answer = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(Context).max(MOST.contexts),
);

export interface SbomAnswer {
  readonly lists: readonly PackList[];
  readonly observations: readonly PackObservation[];
}

/**
 * @param text the body, already bounded
 * @throws AppError UNAVAILABLE naming what does not fit, and nothing of what it holds
 */
export function readAnswer(text: string, asked: SbomContextAsked): SbomAnswer {
  const contexts = Map.groupBy(parsed(text), (context) => artifactOf(context, asked));
  const said = [...contexts]
    .map(([artifact, all]) => ({
      artifact,
      ways: waysOf(artifact, all),
      observations: unique(all.flatMap((one) => observationsOf(artifact, one, asked))),
    }))
    .filter(({ ways, observations }) => ways.length + observations.length > 0)
    .sort((a, b) => byCodePoint(a.artifact, b.artifact));
  return { lists: said.map(listOf), observations: said.flatMap(({ observations }) => observations) };
}

const unfit = (what: string): AppError =>
  new AppError('UNAVAILABLE', `The answer of the SBOM service is invalid: ${what}.`);

function parsed(text: string): Context[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unfit('it is no JSON');
  }
  const read = Answer.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unfit(`${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'it cannot be read'}`);
}

function artifactOf({ artifactId }: Context, { artifact }: SbomContextAsked): string {
  const name = artifactId ?? artifact?.trim();
  if (!name) throw unfit('artifactId is missing, and none was asked for');
  return name;
}

/** As a list that was taken in is called. */
const productOf = (artifact: string): string => boundedKey(keyOfPurl(artifact) ?? `name/${artifact}`);

// --- observations

function observationsOf(artifact: string, context: Context, asked: SbomContextAsked): PackObservation[] {
  return (context.versions ?? []).map((one) => ({
    product: productOf(artifact),
    package_key: packageOf(one.purl ?? context.purl ?? null, asked),
    vulnerability: one.vulnerability ?? '',
    version: one.version ?? null,
    status: one.status,
    fix: one.fix ?? (one.isFixAvailable === true ? 'available' : null),
    first_seen: one.firstObserved,
    // Programs write the zero of their clock where they know no time.
    last_seen: Math.max(one.firstObserved, one.lastObserved ?? one.firstObserved),
  }));
}

function packageOf(purl: string | null, { packages }: SbomContextAsked): string {
  const key = keyOfPurl(purl) ?? (purl === null && packages.length === 1 ? packages[0] : undefined);
  if (key === undefined)
    throw unfit('an entry of versions says of no package what it saw: purl is missing or none');
  return key;
}

function unique(observations: readonly PackObservation[]): PackObservation[] {
  const all = new Map(observations.map((one) => [canonicalJson(one as unknown as Json), one]));
  return [...all].sort(([a], [b]) => byCodePoint(a, b)).map(([, one]) => one);
}

// --- ways

interface Way {
  /** Coordinates, from the first below the artifact to the component. */
  readonly names: readonly string[];
  readonly runs: boolean;
}

interface Said {
  readonly artifact: string;
  readonly ways: readonly Way[];
  readonly observations: readonly PackObservation[];
}

function listOf({ artifact, ways, observations }: Said): PackList {
  const product = productOf(artifact);
  const { targets, ...graph } = graphOf(ways);
  const content = canonicalJson({ artifact, ways, observations } as unknown as Json);
  return {
    ...{ sourceId: `sbom-service/${product}`, targets },
    contentHash: createHash('sha256').update(content).digest('hex'),
    inventory: {
      ...{ product, ...graph },
      subject: {
        ...{ name: artifact, version: null, purl: parsePurl(artifact).ok ? artifact : null },
        ...{ digests: [], ref: null },
      },
    },
  };
}

/** Ways equal in their coordinates count once, and run when one of them does. */
function waysOf(artifact: string, contexts: readonly Context[]): Way[] {
  const ways = new Map<string, Way>();
  for (const { nodes, isRuntime } of contexts.flatMap(({ dependencyPaths }) => dependencyPaths ?? [])) {
    const names = namesOf(artifact, nodes);
    const key = JSON.stringify(names);
    const runs = isRuntime !== false || ways.get(key)?.runs === true;
    if (names.length > 0) ways.set(key, { names, runs });
  }
  return [...ways].sort(([a], [b]) => byCodePoint(a, b)).map(([, way]) => way);
}

/** A way may begin with the artifact itself, which every way does. */
function namesOf(artifact: string, nodes: Path['nodes']): string[] {
  const [first] = nodes;
  const below = first?.identifier === artifact ? nodes.slice(1) : nodes;
  return below.map(({ identifier, version }) => {
    const read = parsePurl(identifier);
    if (!read.ok) return version ? `${identifier}@${version}` : identifier;
    const { type, namespace, name, version: own, qualifiers, subpath } = read.purl;
    const built = buildPurl({
      ...{ type, namespace, name, subpath, version: own ?? version ?? null },
      qualifiers: Object.fromEntries(qualifiers),
    });
    return built.ok ? built.purl.text : identifier;
  });
}

/**
 * A graph with these ways and no others: ways that end alike share their ends, and none shares its beginning, on whose first step it says whether it runs.
 * Components of one name may so have several numbers.
 */
function graphOf(ways: readonly Way[]) {
  const parts: Part[] = [];
  const needs: { parent: number; child: number; scope: 'runtime' | 'build' }[] = [];
  const numbers = new Map<string, number>();
  const targets: number[] = [];
  for (const { names, runs } of ways) {
    let child = 0;
    for (const name of names.toReversed()) {
      const key = `${child} ${name}`;
      const known = numbers.get(key);
      const n = known ?? parts.length + 1;
      if (known === undefined) {
        numbers.set(key, n);
        parts.push(partOf(n, name));
        if (child === 0) targets.push(n);
        else needs.push({ parent: n, child, scope: 'runtime' });
      }
      child = n;
    }
    needs.push({ parent: 0, child, scope: runs ? 'runtime' : 'build' });
  }
  return { parts, needs, targets };
}

function partOf(n: number, name: string): Part {
  const read = parsePurl(name);
  return {
    n,
    purl: read.ok ? read.purl : null,
    component: {
      ...{ ref: String(n), name, version: read.ok ? read.purl.version : null, purl: read.ok ? name : null },
      ...{ cpe: null, kind: 'library', scope: 'runtime', digests: [] },
    },
  };
}
