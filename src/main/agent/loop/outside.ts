// Whose words a result holds: what others wrote is marked as such for the model and for the operator, and a card says what was read before it.
// Source: agent, The loop; security.
import type { Resource } from '../../../shared/model/resource.ts';
import type { ParsedCall } from '../hands/hands.ts';

const SHORT = 80;
const cut = (text: unknown): string =>
  String(text ?? '')
    .replaceAll(/\s/g, ' ')
    .slice(0, SHORT);

type Where = (args: Readonly<Record<string, unknown>>, name: string) => string | null;

const WORDS_OF: Readonly<Record<string, Where>> = {
  read: (args, name) => {
    if (args.action === 'run') return `output of ${cut(args.command)} on ${name}`;
    return args.action === 'logs' ? `log of ${name}` : `file ${cut(args.path)} on ${name}`;
  },
  file_edit: (args, name) => (args.action === 'read' ? `file ${cut(args.path)} on ${name}` : null),
  docker: (args, name) => (args.action === 'logs' ? `log of ${name}` : `set-up of ${name}`),
  kubernetes: (args, name) => (args.action === 'logs' ? `log of ${name}` : `set-up of ${name}`),
  discovery: (_args, name) => `set-up of ${name}`,
  query: (args, name) => (args.action === 'config' ? `set-up of ${name}` : 'names of resources'),
  storage: () => 'names of resources',
  alerts: () => 'names of resources',
  metrics: () => null,
  graph_query: () => 'the shared memory',
  graph_explain: () => 'the shared memory',
  advisory_query: () => 'advisories',
};

/** @returns what to call it; null where every word is the program's or the operator's */
export function outsideOf({ tool, args }: ParsedCall, resource: Resource | null): string | null {
  return WORDS_OF[tool.name]?.(args, resource?.name ?? 'all of them') ?? null;
}

/** Texts that somebody can have written to mislead, as opposed to names and the memory's lines. */
export const isFreeText = (outside: string): boolean =>
  /^(?:output|log|file|set-up|advisories)/.test(outside);
