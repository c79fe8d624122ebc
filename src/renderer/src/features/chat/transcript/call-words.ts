// What a call does, in an operator's words: `Restart web-1`, `Read the log of web-1`. A table over tools and what they were asked; a tool that is not
// in it is named. Pure: gives a key of the catalogue and what stands in it. Source: console, Chat; agent, Tools.
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';

type Given = Readonly<Record<string, unknown>>;

export interface CallWords {
  readonly key: `chat.call.${string}`;
  readonly values: Readonly<Record<string, string>>;
}

const LONGEST = 90;

/** One line, cut where it gets long. */
function short(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const line = text.split(/\s/).filter(Boolean).join(' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** The last part of an id says most; a name is a name. */
const nameIn = (resource: unknown): string => short(resource).split(':').at(-1) ?? '';

/** Tools of which one word of the call says what is done. */
const BY_ACTION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  query: { list: 'list', search: 'search', get: 'get', topology: 'topology', config: 'setup' },
  read: { run: 'readRun', file: 'readFile', tail: 'readTail', logs: 'logs' },
  file_edit: { read: 'readFile', write: 'write', append: 'append', replace: 'replace', undo: 'undoEdit' },
  docker: { list: 'list', inspect: 'setup', logs: 'logs', exec: 'run', updates: 'imageUpdates' },
  kubernetes: { list: 'list', inspect: 'setup', logs: 'logs' },
  graph_query: {
    ...{ search: 'memorySearch', edges: 'memoryFacts', dimensions: 'memoryDimensions' },
    ...{ conflicts: 'memoryConflicts', recall: 'memoryRecall' },
  },
  graph_write: { add: 'memoryAdd', move: 'memoryMove', retire: 'memoryRetire', resolve: 'memoryResolve' },
  advisory_query: { findings: 'findings', briefs: 'briefs', evidence: 'evidence' },
};

const BY_TOOL: Readonly<Record<string, string>> = {
  ...{ discovery: 'discovery', metrics: 'metrics', storage: 'storage', alerts: 'alerts' },
  ...{
    graph_explain: 'memoryExplain',
    graph_reshape: 'memoryReshape',
    run_command: 'run',
    question: 'question',
  },
};

const VERBS: ReadonlySet<string> = new Set([
  ...['start', 'stop', 'restart', 'pause', 'resume', 'kill', 'shutdown', 'reboot', 'drain', 'scale'],
  ...[
    'pull',
    'load',
    'unload',
    'update',
    'recreate',
    'rollback',
    'snapshot',
    'remove',
    'delete',
    'up',
    'down',
  ],
]);

export function callWords({
  tool,
  arguments: given,
  resource,
}: Pick<EntryOf<'tool'>, 'tool' | 'arguments' | 'resource'>): CallWords {
  const action = short(given.action);
  const values = valuesOf(given, resource);
  const named = BY_ACTION[tool]?.[action] ?? BY_TOOL[tool];
  if (named !== undefined) return { key: `chat.call.${named}`, values };
  if (VERBS.has(action) && values.name !== '') return { key: `chat.call.do.${action}`, values };
  return { key: 'chat.call.other', values: { ...values, tool: tool.replaceAll('_', ' ') } };
}

function valuesOf(given: Given, resource: EntryOf<'tool'>['resource']): CallWords['values'] {
  return {
    name: resource?.name ?? nameIn(given.resource),
    command: short(given.command),
    path: short(given.path),
    text: short(given.text),
    concept: short(given.concept),
    number: short(given.conflict ?? given.id),
  };
}

/** An argument's or a field's name as words where the catalogue has none: `mount_points` as `Mount points`. */
export function fieldWords(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words[0]?.toUpperCase() + words.slice(1);
}
