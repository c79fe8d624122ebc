// What code looks up about what a message names, before any model sees it: state, ways, ports, paths, and what the memory recalls. What somebody named
// with an @ is meant; what only sounds like a name is looked up and no more. What providers say is data: kept on its line, and short.
// Source: agent, Context (prefetch).
import type { Mention } from '../../../shared/model/assistant/transcript.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { Inspection, Resource, ResourceKind } from '../../../shared/model/resource.ts';
import type { AskedMemory, Known } from '../hands/parts.ts';
import { mentionsIn } from './mentions.ts';
import type { ResolvedContext } from './resolved-context.ts';

const MOST_RESOURCES = 5;
const MOST_CHARS = 6000;
const LINE_CHARS = 200;
const INSPECT_MS = 2000;

export interface PrefetchParts {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly known: Known;
  readonly memory: AskedMemory;
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
  parts.context.add(found.resources, parts.now, explicit ? { explicit: true, pinned: true } : {});
  const sections = await Promise.all(found.resources.map((one) => sectionOf(parts, one)));
  const recalled = found.concepts.flatMap((name) => recollection(parts.memory, name));
  const missing = found.notFound.map(
    (name) => `'${line(name)}' was NOT found. List resources, or ask which host.`,
  );
  const text = [...sections, ...recalled, ...missing].join('\n\n').slice(0, MOST_CHARS);
  return { resources: found.resources, notFound: found.notFound, text, explicit };
}

interface Found {
  readonly resources: readonly Resource[];
  readonly concepts: readonly string[];
  readonly notFound: readonly string[];
}

async function named({ text, mentions, known, signal }: PrefetchParts): Promise<Found> {
  const resources: Resource[] = [];
  const concepts: string[] = [];
  for (const mention of mentions) {
    requireInText(text, mention);
    if (mention.kind === 'finding')
      throw new AppError('INVALID_INPUT', `@${mention.name}: findings cannot be named yet.`, {
        id: mention.id,
      });
    if (mention.kind === 'concept') {
      concepts.push(mention.id.split(':').slice(2).join(':') || mention.name);
      continue;
    }
    if (resources.some(({ id }) => id === mention.id)) continue;
    const resource = await known.find(mention.id, signal);
    if (!resource)
      throw new AppError(
        'INVALID_INPUT',
        `@${mention.name}: there is no ${mention.id.slice(0, 200)} (any more). Choose it anew.`,
        { id: mention.id },
      );
    resources.push(resource);
  }
  return { resources: resources.slice(0, MOST_RESOURCES), concepts, notFound: [] };
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
  const asked = [...text.matchAll(/(?:^|\s)@([\w.:-]{1,80})/g)].flatMap(([, name]) => (name ? [name] : []));
  const notFound = asked.filter(
    (name) => !names.has(name.toLowerCase()) && known.resolve(name).exact === null,
  );
  return { resources, concepts: [], notFound: [...new Set(notFound)].slice(0, MOST_RESOURCES) };
}

function recollection(memory: AskedMemory, name: string): string[] {
  const told = memory.recall(DEFAULT_PROJECT, name) as { recollection?: unknown };
  return typeof told.recollection === 'string' && told.recollection !== ''
    ? [`## ${line(name)} (in the shared memory)\n${line(told.recollection)}`]
    : [];
}

async function sectionOf({ known, signal }: PrefetchParts, resource: Resource): Promise<string> {
  const { id, name, kind, state, detail, actions, targetHost } = resource;
  const within = known.within(resource);
  const inspection = await inspected(known, resource, signal);
  return [
    `## ${line(name)} (${KIND_WORDS[kind] ?? kind})`,
    `id: ${line(id)}`,
    `state: ${state}, ${line(detail)}`,
    ...(within.length > 0 ? [`Location: ${placeWords(kind, within)}`] : []),
    `>>> target_host: "${line(targetHost)}" <<<`,
    ...inspection,
    ...(actions.length > 0 ? [`can be done: ${actions.join(', ')}`] : []),
  ].join('\n');
}

async function inspected(known: Known, resource: Resource, signal: AbortSignal): Promise<string[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(INSPECT_MS)]);
  try {
    return linesOf(await known.inspect(resource, limit), resource.targetHost);
  } catch {
    return ['set-up: could not be looked at just now'];
  }
}

function linesOf({ ports, configPaths, logPaths, mounts }: Inspection, host: string): string[] {
  const listed = (label: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${label}: ${line(all.slice(0, 10).join(', '))}`];
  const binds = mounts.slice(0, 10).map(({ from, to }) => `  ${line(from)} → ${line(to)}`);
  return [
    ...listed('ports', ports),
    ...listed('config', configPaths),
    ...listed('logs', logPaths),
    ...(binds.length > 0
      ? [`Bind mounts (paths on ${line(host)} filesystem, NOT inside container):`, ...binds]
      : []),
  ];
}

function placeWords(kind: ResourceKind, within: readonly Resource[]): string {
  const via = kind === 'docker_container' ? 'Docker on ' : '';
  return via + within.map(({ name, kind: of }) => `${PLACE_WORDS[of] ?? of} "${line(name)}"`).join(' on ');
}

const KIND_WORDS: Partial<Record<ResourceKind, string>> = {
  docker_container: 'Docker container',
  docker_image: 'image',
  lxc: 'LXC',
  vm: 'VM',
  node: 'Proxmox node',
};

const PLACE_WORDS: Partial<Record<ResourceKind, string>> = {
  ...KIND_WORDS,
  host: 'machine',
  k8s_cluster: 'cluster',
};

/** One line, and short: a name with a line break in it would be read as ours. */
function line(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');
  return plain.length <= LINE_CHARS ? plain : `${plain.slice(0, LINE_CHARS - 1)}…`;
}
