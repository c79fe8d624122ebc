// Promise: every call has words of an operator, in the catalogue; what is not known is named, and nothing long or many-lined breaks the line.
import { expect, it } from 'vitest';
import { callWords as catalogue } from '../catalogue/calls.ts';
import { callWords, fieldWords } from './call-words.ts';

const web = { id: 'docker_container:media:4f2c', kind: 'docker_container', name: 'web-1' };
const id = { resource: 'docker_container:media:4f2c' };

function said(tool: string, given: Record<string, unknown>, resource: typeof web | null = web): string {
  const { key, values } = callWords({ tool, arguments: given, resource });
  let at: unknown = { chat: catalogue };
  for (const part of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  if (typeof at !== 'string') throw new Error(`${key} is in no catalogue`);
  return at.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

it.each([
  ['control', { ...id, action: 'restart' }, 'Restart web-1'],
  ['docker', { ...id, action: 'delete' }, 'Delete web-1'],
  ['docker', { ...id, action: 'logs' }, 'Read the log of web-1'],
  ['docker', { ...id, action: 'exec', command: 'ls /' }, 'Run ls / on web-1'],
  ['kubernetes', { ...id, action: 'scale', replicas: 3 }, 'Scale web-1'],
  ['query', { action: 'list' }, 'List what there is'],
  ['query', { action: 'search', text: 'web' }, 'Search for web'],
  ['read', { ...id, action: 'run', command: 'df -h' }, 'Look with df -h on web-1'],
  ['run_command', { ...id, command: 'apt update' }, 'Run apt update on web-1'],
  ['file_edit', { ...id, action: 'replace', path: '/etc/hosts' }, 'Edit /etc/hosts on web-1'],
  ['graph_write', { action: 'resolve', conflict: 12 }, 'Decide conflict 12'],
  ['graph_reshape', { edits: [{ edit: 'rename', name: 'web', to: 'web-1' }] }, 'Reshape the memory'],
  ['graph_query', { action: 'recall', concept: 'gnommoweb' }, 'See what agents are told of gnommoweb'],
  ['metrics', id, 'Measure web-1'],
  ['mcp_thing', { action: 'frob' }, 'Use mcp thing'],
])('%s with %j is “%s”', (tool, given, words) => {
  expect(said(tool, given)).toBe(words);
});

it('names a resource by the last part of its id while it is not known', () => {
  expect(said('control', { resource: 'docker_container:media:web-1', action: 'stop' }, null)).toBe(
    'Stop web-1',
  );
});

it('stays on one line', () => {
  const words = said('run_command', { ...id, command: `echo a\n\techo ${'b'.repeat(500)}` });
  expect(words).not.toMatch(/[\n\t]/);
  expect(words.length).toBeLessThan(140);
});

it('makes words of a name', () => {
  expect(fieldWords('mount_points')).toBe('Mount points');
  expect(fieldWords('_')).toBe('_');
});
