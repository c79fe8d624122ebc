// Promise: what an operator finds beside the program for containers fits it: the image's Node is the pinned one, and compose.yaml and its
// config.yaml name what exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfigText } from '../../src/main/settings/config.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly volumes: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly network_mode?: string;
}
const { services, volumes } = parse(read('compose.yaml')) as {
  services: Record<'festinger' | 'postgres', Service>;
  volumes: object;
};

it('the image is made on the Node that the program is tested with', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
  expect(read('Containerfile')).toContain(`ARG BASE=docker.io/library/node:${devDependencies.node}-`);
});

it('compose.yaml names files and volumes that there are', () => {
  const { build, healthcheck, volumes: mounts } = services.festinger;
  expect(existsSync(join(root, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
  for (const mount of [...mounts, ...services.postgres.volumes]) {
    const [from = ''] = mount.split(':');
    expect(from.startsWith('./') ? existsSync(join(root, from)) : from in volumes, mount).toBe(true);
  }
  expect(existsSync(join(root, healthcheck.test.at(-1)?.replace('/festinger/', '') ?? ''))).toBe(true);
  expect(read('Containerfile')).toContain(JSON.stringify(healthcheck.test.slice(1)).replace(',', ', '));
});

it('its config.yaml is one, and leads to the PostgreSQL beside it', () => {
  const reading = readConfigText(read('resources/container/config.yaml'), 'config.yaml');
  if (!reading.ok) throw new Error(reading.problem);
  const url = new URL(reading.config.database.url ?? '');
  const { ports, environment } = services.postgres;
  expect(ports).toEqual([`${url.host}:5432`]);
  expect([url.username, url.pathname.slice(1)]).toEqual([environment.POSTGRES_USER, environment.POSTGRES_DB]);
  expect([url.password, services.festinger.environment.PGPASSWORD]).toEqual([
    '',
    environment.POSTGRES_PASSWORD,
  ]);
  expect([services.festinger.network_mode, reading.config.listen?.host]).toEqual(['host', '127.0.0.1']);
});
