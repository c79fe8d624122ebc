// Promises of the registry: every tool of the design is there, whole, in a shape that every provider of models takes; and what a result says is what
// the knowledge gate would look for.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readArguments } from './read-arguments.ts';
import { TOOLS, toolNamed } from './registry.ts';
import { kindOf, negativeMarkers, type Tool } from './tool.ts';

const ID = 'docker_container:media:4f2c00aa11bb';
const about = { id: ID, name: 'jellyfin', kind: 'docker_container' };

/** The table of what was decided. */
const TABLE = [
  ...['query', 'discovery', 'read', 'metrics', 'storage', 'alerts', 'docker', 'kubernetes', 'graph_query'],
  ...[
    'graph_explain',
    'advisory_query',
    'control',
    'file_edit',
    'graph_write',
    'graph_reshape',
    'run_command',
    'question',
  ],
];

/** Calls by tool and action, with a result such as `run` gives. */
const RESULTS: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
  ['query', { action: 'get', resource: ID }, { resource: { ...about, state: 'running', detail: 'up' } }],
  [
    'discovery',
    { resource: ID },
    {
      ...{ resource: about, ports: ['8096/tcp'], config_paths: [], log_paths: [] },
      ...{ bind_mounts: [{ on_host: '/opt/x', inside: '/config' }], services: [] },
    },
  ],
  ['read', { action: 'run', resource: ID, command: 'df -h' }, { resource: about, exit_code: 0, stdout: 'x' }],
  ['read', { action: 'file', resource: ID, path: '/etc/hosts' }, { resource: about, text: 'x' }],
  ['file_edit', { action: 'read', resource: ID, path: '/etc/hosts' }, { resource: about, text: 'x' }],
  [
    'metrics',
    { resource: ID },
    { resource: about, metrics: [{ metric: 'cpu', unit: 'percent', average: 12 }] },
  ],
  ['storage', {}, { total: 1, storage: [{ name: '/', used_percent: 91, state: 'running' }] }],
  ['storage', { action: 'disks', resource: 'host:media' }, { total: 0, storage: [] }],
  ['alerts', { resource: ID }, { alerts: [] }],
  ['alerts', {}, { alerts: [{ severity: 'critical', name: '/', message: 'is full' }] }],
  ['docker', { action: 'inspect', resource: ID }, { resource: about, state: 'running', detail: 'up' }],
  [
    'kubernetes',
    { action: 'inspect', resource: 'k8s_pod:c:x' },
    { resource: { ...about, id: 'k8s_pod:c:x' } },
  ],
  ['graph_query', { action: 'edges', concept: 'tide' }, { concept: 'tide', edges: [] }],
  ['graph_explain', { about: 'edge', id: 3 }, { edge: { edgeId: 3 } }],
];

function parsed(name: string, given: Record<string, unknown>): { tool: Tool; args: Record<string, unknown> } {
  const tool = toolNamed(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return { tool, args: tool.schema.parse(given) };
}

describe('the registry of tools', () => {
  it('holds every tool of the table, each once, by the names models know', () => {
    expect(TOOLS.map(({ name }) => name).toSorted()).toEqual(TABLE.toSorted());
    expect(TOOLS.every(({ name }) => /^[a-z][a-z_]{0,63}$/.test(name) && !name.startsWith('pulse'))).toBe(
      true,
    );
  });

  it.each(TOOLS)('offers $name as an object without anything else, described for a model', (tool) => {
    const schema = z.toJSONSchema(tool.schema, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['anyOf']));
    expect(tool.description.length).toBeGreaterThan(30);
    expect(tool.description.length).toBeLessThan(1024);
    expect(tool.schema.safeParse({ _approval_id: 'x', nothing: 1 }).success).toBe(false);
  });

  it.each(TOOLS)(
    'says of every action of $name whether it reads or writes, and has the part for it',
    (tool) => {
      const action = (tool.schema.shape as Record<string, z.ZodType>).action;
      const json = action && (z.toJSONSchema(action, { io: 'input' }) as { enum?: string[] });
      for (const one of json?.enum ?? ['any']) {
        const kind = kindOf(tool, { action: one });
        expect(['resolve', 'read', 'write', 'user_input']).toContain(kind);
        expect(kind === 'write' ? 'plan' in tool : 'run' in tool).toBe(true);
      }
    },
  );

  it.each(RESULTS)('finds in a result of %s %j every fact that it foretold', (name, given, data) => {
    const { tool, args } = parsed(name, given);
    const foretold = tool.predictKeys(args);
    const facts = tool.facts(args, data);
    expect(foretold.length).toBeGreaterThan(0);
    expect(facts.map(({ key }) => key)).toEqual(expect.arrayContaining([...foretold]));
    expect(facts.every(({ value, category }) => value.length <= 200 && category === tool.category)).toBe(
      true,
    );
  });

  it('takes a name of a single letter wherever a resource is named', () => {
    const named = TOOLS.filter(({ schema }) => 'resource' in schema.shape);
    expect(named.length).toBeGreaterThan(8);
    for (const { schema } of named) {
      const field = schema.shape.resource as z.ZodType;
      expect([field.safeParse('a').success, field.safeParse('').success]).toEqual([true, false]);
    }
  });

  it('tells apart commands that begin alike, whole', () => {
    const keys = (command: string) => {
      const { tool, args } = parsed('read', { action: 'run', resource: ID, command });
      return tool.predictKeys(args);
    };
    const long = 'ls '.padEnd(3000, 'x');
    expect(keys(`${long}a`)).not.toEqual(keys(`${long}b`));
  });

  it('foretells nothing for a name, for what moves by itself, and for writes', () => {
    const none: [string, Record<string, unknown>][] = [
      ['query', { action: 'get', resource: 'jellyfin' }],
      ['read', { action: 'run', resource: 'jellyfin', command: 'df' }],
      ['read', { action: 'logs', resource: ID }],
      ['read', { action: 'tail', resource: ID, path: '/var/log/x' }],
      ['graph_query', { action: 'conflicts' }],
      ['run_command', { resource: ID, command: 'touch x' }],
      ['docker', { action: 'restart', resource: ID }],
    ];
    for (const [name, given] of none) {
      const { tool, args } = parsed(name, given);
      expect(tool.predictKeys(args), name).toEqual([]);
      expect(negativeMarkers(tool, args, 'not_found'), name).toEqual([]);
    }
  });

  it('remembers of a call that found nothing that there was nothing', () => {
    const { tool, args } = parsed('query', { action: 'get', resource: ID });
    expect(negativeMarkers(tool, args, 'not_found')).toEqual([
      { category: 'resource', key: `${ID}:status:queried`, value: 'not_found' },
    ]);
  });
});

describe('arguments as models write them', () => {
  const read = (name: string, given: Record<string, unknown>) => {
    const tool = toolNamed(name);
    return tool ? readArguments(tool, given) : undefined;
  };

  it('may be null where they are left out, and numbers and truth values as text', () => {
    expect(read('query', { action: 'list', limit: '5', kind: null, _approval_id: 'x' })?.data).toMatchObject({
      ...{ action: 'list', limit: 5 },
    });
    const told = { action: 'add', concept: 'a', parent: '7', reason: 'true', is_isa: 'false' };
    expect(read('graph_write', told)?.data).toMatchObject({ parent: '7', reason: 'true', is_isa: false });
  });

  it.each(['5.0', ' 5', '5 ', '0x5', '1e2', '05', '', 'five', 'NaN', 'Infinity', '5;', '0', '1000'])(
    'a text that is not exactly a number within its bounds is none: %j',
    (limit) => expect(read('query', { action: 'list', limit })?.success).toBe(false),
  );

  it.each([
    { action: 'add', concept: 'a', parent: 'b', reason: 'r', is_isa: 'True' },
    { action: 'retire', concept: 'a', edge: '5', reason: 'r' },
    { action: 'resolve', conflict: '5', decision: 'keep', reason: 'r' },
  ])('what is no truth value, and what says what the call acts on, stays a text: %j', (given) => {
    expect(read('graph_write', given)?.success).toBe(false);
  });
});
