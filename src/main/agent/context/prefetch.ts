// What code looks up about what a message names, before any model sees it: state, ways, ports, paths, and what the memory recalls. What somebody named
// with an @ is meant; what only sounds like a name is looked up and no more. What providers say is data: kept on its line, and short.
// Source: agent, Context (prefetch).
import type { Mention } from '../../../shared/model/assistant/transcript.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Finding } from '../../../shared/model/evidence/finding.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { AskedFindings, AskedMemory, Known } from '../hands/parts.ts';
import { findingOf, findingSection } from './finding-section.ts';
import { mentionsIn } from './mentions.ts';
import type { ResolvedContext } from './resolved-context.ts';
import { briefOf, LINE_CHARS, line, sectionOf } from './section.ts';

const MOST_RESOURCES = 5;
const MOST_CHARS = 6000;

export interface PrefetchParts {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly known: Known;
  readonly memory: AskedMemory;
  readonly findings: AskedFindings;
  readonly context: ResolvedContext;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  isDictionaryWord(word: string): boolean;
  /** Whether words that sound like names are looked up. */
  readonly fuzzy: boolean;
}

export interface Prefetched {
  readonly resources: readonly Resource[];
  readonly findings: readonly Pick<Mention, 'id' | 'kind' | 'name'>[];
  readonly notFound: readonly string[];
  /** For the model; empty when there is nothing to say. */
  readonly text: string;
  /** Somebody named them with an @. */
  readonly explicit: boolean;
}

/** @throws AppError INVALID_INPUT for a mention that names nothing, or does not stand in the text */
export async function prefetch(parts: PrefetchParts): Promise<Prefetched> {
  await parts.known.fresh();
  const explicit = parts.mentions.length > 0;
  const found = explicit ? await named(parts) : await soundsLike(parts);
  // What only sounds like a name is no discovery: it neither enters the session's truth nor counts as used.
  if (explicit) parts.context.add(found.resources, parts.now, { explicit: true, pinned: true });
  const missing = found.notFound.map((name) => {
    const { suggestions } = parts.known.resolve(name);
    const like = suggestions.length > 0 ? ` There is ${suggestions.map(line).join(', ')}.` : '';
    return `'${line(name)}' was NOT found.${like} List resources, or ask which host.`;
  });
  const sections = await Promise.all(
    found.resources.map((one, at) =>
      at < MOST_RESOURCES ? sectionOf(parts.known, one, parts.signal) : briefOf(one),
    ),
  );
  const recalled = found.concepts.flatMap((name) => recollection(parts.memory, name));
  const findings = found.findings.map((one) => findingSection(one, found.resources));
  const text = asManyAsFit([...missing, ...findings, ...sections, ...recalled]);
  return {
    ...{ resources: found.resources, notFound: found.notFound, text, explicit },
    findings: parts.mentions
      .filter(({ kind }) => kind === 'finding')
      .map(({ id, kind, name }) => ({ id, kind, name })),
  };
}

/** Whole sections; what is left out is said. */
function asManyAsFit(sections: readonly string[]): string {
  const kept: string[] = [];
  let chars = 0;
  for (const section of sections) {
    chars += section.length + 2;
    if (chars > MOST_CHARS - LINE_CHARS) break;
    kept.push(section);
  }
  const left = sections.length - kept.length;
  return [...kept, ...(left > 0 ? [`${left} more did not fit here: look them up.`] : [])].join('\n\n');
}

interface Concept {
  readonly project: string;
  readonly name: string;
}

interface Found {
  readonly resources: readonly Resource[];
  readonly concepts: readonly Concept[];
  readonly findings: readonly Finding[];
  readonly notFound: readonly string[];
}

async function named(parts: PrefetchParts): Promise<Found> {
  const { text, mentions, known, signal } = parts;
  const resources = new Map<string, Resource>();
  const concepts: Concept[] = [];
  const findings: Finding[] = [];
  for (const mention of mentions) {
    requireInText(text, mention);
    if (mention.kind === 'concept') concepts.push(conceptOf(mention));
    else if (mention.kind === 'finding') findings.push(await namedFinding(parts, mention));
    else if (!resources.has(mention.id)) {
      const resource = await known.find(mention.id, signal);
      if (!resource) throw notThere(mention);
      resources.set(mention.id, resource);
    }
  }
  for (const id of new Set(findings.flatMap((one) => one.resources))) {
    const runner = resources.has(id) ? null : await known.find(id, signal).catch(() => null);
    if (runner) resources.set(id, runner);
  }
  return { resources: [...resources.values()], concepts, findings, notFound: [] };
}

async function namedFinding({ findings }: PrefetchParts, mention: Mention): Promise<Finding> {
  const { project, key } = findingOf(mention.id);
  const finding = await findings.find(project, key);
  if (!finding) throw notThere(mention);
  return finding;
}

const notThere = ({ id, name }: Mention): AppError =>
  new AppError('INVALID_INPUT', `@${name}: there is no ${id.slice(0, 200)} (any more). Choose it again.`, {
    id,
  });

/** `concept:{project}:{name}`. */
function conceptOf({ id, name }: Mention): Concept {
  const [, project = '', ...rest] = id.split(':');
  return { project: project === '' ? DEFAULT_PROJECT : project, name: rest.join(':') || name };
}

function requireInText(text: string, { name, start, end }: Mention): void {
  const said = text.slice(start, end).replace(/^@/, '');
  if (start < end && end <= text.length && said === name) return;
  throw new AppError(
    'INVALID_INPUT',
    `The mention of ${name} does not stand at ${start} to ${end} of the message.`,
    {
      field: 'mentions',
    },
  );
}

async function soundsLike(parts: PrefetchParts): Promise<Found> {
  const { text, known, fuzzy, isDictionaryWord, signal } = parts;
  const there = known.resources().filter(({ kind }) => kind !== 'process');
  const meant = fuzzy ? mentionsIn(text, there, isDictionaryWord) : [];
  const resources: Resource[] = [];
  for (const { id } of meant) {
    const resource = await known.find(id, signal).catch(() => null);
    if (resource) resources.push(resource);
  }
  const names = new Set(
    resources.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => one.toLowerCase())),
  );
  const asked = [...text.matchAll(/(?:^|\s)@([\w.:-]{1,80})/g)].flatMap(([, name = '']) => {
    const word = withoutStops(name);
    return word === '' ? [] : [word];
  });
  const notFound = asked.filter((name) => !names.has(name.toLowerCase()) && isNowhere(known, name));
  return { resources, concepts: [], findings: [], notFound: [...new Set(notFound)].slice(0, MOST_RESOURCES) };
}

/** The point or colon of a sentence is no part of a name. */
function withoutStops(name: string): string {
  let end = name.length;
  while (end > 0 && '.:-'.includes(name[end - 1] ?? '')) end -= 1;
  return name.slice(0, end);
}

function isNowhere(known: Known, name: string): boolean {
  const { exact, ambiguous } = known.resolve(name);
  return exact === null && ambiguous.length === 0;
}

function recollection(memory: AskedMemory, { project, name }: Concept): string[] {
  const told = memory.recall(project, name) as { recollection?: unknown };
  return typeof told.recollection === 'string' && told.recollection !== ''
    ? [`## ${line(name)} (in the shared memory)\n${line(told.recollection)}`]
    : [];
}
