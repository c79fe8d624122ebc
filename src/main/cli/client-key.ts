// `festinger client-key add|list|revoke`: keys of agents. Asks the Festinger that runs on the data directory; when none
// does, opens the database itself: a host that other machines reach needs a key before its first start.
import type { Client, ClientPolicy, ClientsState } from '../../shared/model/client.ts';
import { AppError, type Envelope } from '../../shared/model/envelope.ts';
import { Clients } from '../clients/clients-service.ts';
import { CallRecord } from '../console/call-record.ts';
import { systemClock } from '../core/clock.ts';
import { defaultDataDir } from '../core/data-dir.ts';
import { runningConsole } from '../core/data-dir-lock.ts';
import { openSite } from '../core/site.ts';
import { openStore } from '../store/store.ts';
import { createLog } from '../telemetry/log.ts';
import type { ClientKeyAction } from './client-key-arguments.ts';
import { callRunning, operatorHeaders, type Sink } from './running.ts';

export type ClientKeyCommand = ClientKeyAction & {
  readonly json: boolean;
  /** Where a Festinger runs, when somebody said so. */
  readonly url: string | undefined;
  readonly dataDir: string | undefined;
  readonly database: string | undefined;
};

/** Whoever keeps the clients: a running Festinger, or this process. */
interface Keeper {
  state(): Promise<ClientsState>;
  save(name: string, policy: ClientPolicy): Promise<unknown>;
  addKey(name: string): Promise<{ key: string; client: Client }>;
  revokeKey(id: number): Promise<Client>;
}

const FREE: ClientPolicy = {
  ...{ project: null, concurrency: null, ratePerMinute: null, mitigationsOff: [], note: '' },
  learning: 'project',
  questions: 'sparing',
};

/** A new key goes to `out` alone on its line, words about it to `aside`. @returns the exit code. @throws AppError */
export async function clientKey(command: ClientKeyCommand, out: Sink, aside: Sink): Promise<number> {
  await using resources = new AsyncDisposableStack();
  const dataDir = command.dataDir ?? defaultDataDir(process.env, process.platform);
  const url = command.url ?? runningConsole(dataDir);
  const keeper =
    url === null ? await closedKeeper(dataDir, command.database, resources) : runningKeeper(url, dataDir);
  switch (command.action) {
    case 'add':
      return await add(keeper, command, out, aside);
    case 'list': {
      const { clients } = await keeper.state();
      out.write(command.json ? `${JSON.stringify(keysOf(clients))}\n` : described(keysOf(clients)));
      return 0;
    }
    case 'revoke': {
      const { name } = await keeper.revokeKey(command.id);
      const said = { id: command.id, client: name, revoked: true };
      out.write(command.json ? `${JSON.stringify(said)}\n` : `key ${command.id} of ${name} is revoked\n`);
      return 0;
    }
  }
}

async function add(
  keeper: Keeper,
  { client, project, json }: ClientKeyCommand & { action: 'add' },
  out: Sink,
  aside: Sink,
): Promise<number> {
  if (project !== undefined) await fixProject(keeper, client, project);
  const { key, client: made } = await keeper.addKey(client);
  const id = made.keys[0]?.id;
  if (json) out.write(`${JSON.stringify({ id, client, project: made.project, key })}\n`);
  else {
    aside.write(`Key ${id} of ${client}. It is shown once; send it as "Authorization: Bearer ...":\n`);
    out.write(`${key}\n`);
  }
  return 0;
}

/** A new client speaks for the project; one that is there already is the operator's to change. */
async function fixProject(keeper: Keeper, name: string, project: string): Promise<void> {
  const known = (await keeper.state()).clients.find((one) => one.stored && one.name === name);
  if (!known) {
    await keeper.save(name, { ...FREE, project });
  } else if (known.project !== project) {
    const may = known.project === null ? 'any project' : `the project ${known.project}`;
    throw new AppError(
      'NOT_ALLOWED',
      `The client ${name} is there already and speaks for ${may}. Change that in the console (Settings, Clients), or leave --project out.`,
    );
  }
}

function runningKeeper(url: string, dataDir: string): Keeper {
  const headers = { ...operatorHeaders(dataDir), 'content-type': 'application/json' };
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const call = body ? { method: 'POST' as const, headers, body: JSON.stringify(body) } : { headers };
    const answer = (await callRunning(url, `/api/console${path}`, call)) as Envelope<T>;
    if (answer.ok) return answer.data;
    throw new AppError(answer.error.code, answer.error.message, answer.error.details);
  };
  return {
    state: () => ask('/clients'),
    save: (name, policy) => ask('/clients', { ...policy, name, expectedVersion: 0 }),
    addKey: (name) => ask('/clients/keys', { name }),
    revokeKey: (id) => ask(`/clients/keys/${id}/revoke`, {}),
  };
}

/** Takes the directory's lock. @throws AppError when somebody has it */
async function closedKeeper(
  dataDir: string,
  database: string | undefined,
  resources: AsyncDisposableStack,
): Promise<Keeper> {
  const place = openSite({ dataDir, database }, systemClock, resources);
  const log = createLog(process.env.FESTINGER_LOG ?? 'warn');
  const store = await openStore({ ...place.database, clock: systemClock, log });
  resources.defer(() => store.close());
  const clients = await Clients.open({
    ...{ store, clock: systemClock, log, openAt: null },
    keysWanted: () => false,
  });
  const record = new CallRecord({ store, clock: systemClock, log });
  const recorded = async <T>(call: string, about: Record<string, unknown>, work: Promise<T>): Promise<T> => {
    const answer = await work;
    await record.record({ call, reach: 'console', actor: 'operator (command line)', about });
    return answer;
  };
  return {
    state: async () => clients.state(),
    save: (name, policy) => recorded('clients.save', { name }, clients.save(name, policy, 0)),
    addKey: (name) => recorded('clients.addKey', { name }, clients.addKey(name)),
    revokeKey: (id) => recorded('clients.revokeKey', { id }, clients.revokeKey(id)),
  };
}

interface ShownKey {
  readonly id: number;
  readonly client: string;
  readonly project: string | null;
  readonly hint: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

const keysOf = (clients: readonly Client[]): ShownKey[] =>
  clients.flatMap(({ name, project, keys }) =>
    keys.map(({ id, hint, createdAt, revokedAt }) => ({
      ...{ id, client: name, project, hint, createdAt: isoOf(createdAt) },
      revokedAt: revokedAt === null ? null : isoOf(revokedAt),
    })),
  );

const isoOf = (at: number) => new Date(at).toISOString();

function described(keys: readonly ShownKey[]): string {
  if (keys.length === 0) return 'There is no client key. Make one with `festinger client-key add NAME`.\n';
  const lines = keys.map(({ id, client, project, hint, createdAt, revokedAt }) => {
    const scope = project === null ? '' : ` (${project} only)`;
    const state = revokedAt === null ? `since ${createdAt}` : `revoked ${revokedAt}`;
    return `${String(id).padStart(4)}  ${hint}…  ${client}${scope}  ${state}\n`;
  });
  return lines.join('');
}
