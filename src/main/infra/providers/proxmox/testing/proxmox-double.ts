// A Proxmox VE on this machine: nodes, guests that start and stop as tasks which take a few looks, storages with backups. Every answer
// is held to the shapes Proxmox documents before it leaves. Used by the tests of the Proxmox provider.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../../../outgoing/testing/loopback.ts';
import {
  firstBackups,
  firstGuests,
  GIB,
  type Guest,
  NODE_STATUS,
  rowOf,
  snapshotRows,
  statusOf,
} from './proxmox-guests.ts';
import { SHAPES } from './proxmox-shapes.ts';

export const TOKEN = 'festinger@pve!console=6f1c9f0e-52a4-4c1b-9d0a-0d5b8a1f3c77';
/** Looks at a task until it is over. */
const TASK_LOOKS = 2;

interface Task {
  readonly upid: string;
  readonly node: string;
  readonly type: string;
  readonly vmid: number;
  readonly starttime: number;
  looks: number;
  exit: string;
  /** What it does to the world at its end. */
  readonly end: () => void;
}

/** What a path answers instead, whatever the shapes say: a hostile server. `hold`: never. */
export type Fault = { readonly status?: number; readonly reason?: string; readonly body: string } | 'hold';

type Answer = { readonly data: unknown } | { readonly status: number; readonly reason: string };

export interface ProxmoxDouble {
  readonly url: string;
  readonly guests: Guest[];
  readonly backups: { volid: string; vmid: number; ctime: number; size: number }[];
  /** `POST /nodes/pve/lxc/141/status/shutdown timeout=30` */
  readonly asked: string[];
  /** By path, without its query. */
  readonly faults: Map<string, Fault>;
  /** How the next tasks end. */
  nextExit: string;
  /** Called when a request is held. */
  onHold: () => void;
  /** Called with each request before it is answered. */
  onAsked: (call: string) => void;
  /** What is in the world already, on the wire, but in no shape. */
  extraRows: unknown[];
  close(): Promise<void>;
}

export async function startProxmox(tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<ProxmoxDouble> {
  const world = new World();
  const server = await listen((request, response) => void world.answer(request, response), tls);
  return Object.assign(world, { url: server.url, close: () => server.close() });
}

class World {
  readonly guests = firstGuests();
  readonly backups = firstBackups();
  readonly asked: string[] = [];
  readonly faults = new Map<string, Fault>();
  nextExit = 'OK';
  onHold = (): void => {};
  onAsked: (call: string) => void = () => {};
  extraRows: unknown[] = [];
  readonly #tasks: Task[] = [];

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let form = '';
    for await (const chunk of request) form += String(chunk);
    const url = new URL(request.url ?? '', 'http://double');
    const path = url.pathname.replace('/api2/json', '');
    this.asked.push(`${request.method} ${path}${form === '' ? '' : ` ${form}`}`);
    this.onAsked(this.asked.at(-1) ?? '');
    const fault = this.faults.get(path);
    if (fault === 'hold') return this.onHold();
    if (fault !== undefined) return send(response, fault.status ?? 200, fault.reason ?? 'OK', fault.body);
    if (request.headers.authorization !== `PVEAPIToken=${TOKEN}`) {
      return send(response, 401, 'authentication failure', JSON.stringify({ data: null }));
    }
    const answer = this.#route(request.method ?? '', path, url.searchParams, new URLSearchParams(form));
    if ('status' in answer) {
      return send(
        response,
        answer.status,
        answer.reason,
        JSON.stringify({ data: null, message: `${answer.reason}\n` }),
      );
    }
    const data = shaped(request.method ?? '', path, answer.data);
    const all = path === '/cluster/resources' && Array.isArray(data) ? [...data, ...this.extraRows] : data;
    return send(response, 200, 'OK', JSON.stringify({ data: all }));
  }

  #route(method: string, path: string, query: URLSearchParams, form: URLSearchParams): Answer {
    const [, room, node = '', kind = '', id = '', what = '', verb = ''] = path.split('/');
    if (path === '/cluster/resources') return { data: this.#rows(query.get('type')) };
    if (room !== 'nodes' || node !== 'pve')
      return { status: 500, reason: `hostname lookup '${node}' failed` };
    if (kind === 'status') return { data: NODE_STATUS };
    if (kind === 'storage')
      return { data: this.backups.map((one) => ({ ...one, content: 'backup', format: 'tar.zst' })) };
    if (kind === 'tasks') return this.#taskAnswer(path.split('/'), query);
    const guest = this.guests.find((one) => one.type === kind && String(one.vmid) === id);
    if (guest === undefined)
      return { status: 500, reason: `Configuration file 'nodes/pve/${kind}/${id}.conf' does not exist` };
    if (path.endsWith('/config')) return { data: { ...guest.config, digest: '0'.repeat(40) } };
    if (what === 'feature') return { data: featureOf(guest) };
    if (what === 'snapshot')
      return method === 'GET' ? { data: snapshotRows(guest) } : this.#beginSnapshot(guest, verb, form);
    if (method === 'GET') return { data: statusOf(guest) };
    return this.#begin(guest, verb);
  }

  /** Proxmox begins such a task whatever stands in the way, and says that at its end. */
  #beginSnapshot(guest: Guest, name: string, form: URLSearchParams): Answer {
    const wanted = name === '' ? (form.get('snapname') ?? '') : name;
    const kept = guest.snapshots.find((one) => one.name === wanted);
    const short = guest.type === 'lxc' ? 'CT' : 'VM';
    const refusal =
      guest.lock !== undefined
        ? `${short} is locked (${guest.lock})`
        : name !== ''
          ? kept === undefined && `snapshot '${wanted}' does not exist`
          : kept !== undefined
            ? `snapshot name '${wanted}' already used`
            : !guest.takesSnapshots && 'snapshot feature is not available';
    if (wanted === 'current' || !/^[a-z][a-z0-9_-]+$/i.test(wanted) || wanted.length > 40)
      return { status: 400, reason: 'Parameter verification failed.' };
    const exit = this.nextExit === 'OK' && refusal !== false ? refusal : this.nextExit;
    const take = (): void => {
      guest.snapshots.push({
        ...{ name: wanted, description: `${form.get('description')}\n`, holds: guest.uptime },
        ...(guest.parentSnapshot === undefined ? {} : { parent: guest.parentSnapshot }),
        snaptime: 1_767_400_000 + guest.snapshots.length,
      });
      guest.parentSnapshot = wanted;
    };
    const restore = (): void => {
      guest.parentSnapshot = wanted;
      guest.status = form.get('start') === '1' ? 'running' : 'stopped';
      guest.uptime = 0;
    };
    const prefix = guest.type === 'lxc' ? 'vz' : 'qm';
    return name === ''
      ? this.#task(guest, `${prefix}snapshot`, exit, take)
      : this.#task(guest, `${prefix}rollback`, exit, restore);
  }

  #rows(type: string | null): unknown[] {
    const fill = { disk: 30 * GIB, maxdisk: 100 * GIB };
    const storage = { type: 'storage', node: 'pve', status: 'available', ...fill };
    const rows = [
      {
        type: 'node',
        id: 'node/pve',
        node: 'pve',
        status: 'online',
        cpu: 0.1,
        maxcpu: 8,
        mem: 9 * GIB,
        maxmem: 32 * GIB,
        uptime: 100_000,
        level: '',
      },
      { type: 'node', id: 'node/pve2', node: 'pve2', status: 'offline' },
      ...this.guests.map(rowOf),
      {
        ...storage,
        id: 'storage/pve/local',
        storage: 'local',
        plugintype: 'dir',
        content: 'backup,iso',
        shared: 0,
      },
      {
        ...storage,
        id: 'storage/pve/tank',
        storage: 'tank',
        plugintype: 'nfs',
        content: 'images',
        shared: 1,
      },
      {
        ...storage,
        id: 'storage/pve2/tank',
        node: 'pve2',
        storage: 'tank',
        plugintype: 'nfs',
        content: 'images',
        shared: 1,
      },
    ];
    return rows.filter((row) => type === null || row.type === type || (type === 'vm' && 'vmid' in row));
  }

  #begin(guest: Guest, verb: string): Answer {
    if (guest.lock !== undefined)
      return { status: 500, reason: `${guest.type === 'lxc' ? 'CT' : 'VM'} is locked (${guest.lock})` };
    return this.#task(guest, `${guest.type === 'lxc' ? 'vz' : 'qm'}${verb}`, this.nextExit, () => {
      guest.status = verb === 'start' || verb === 'reboot' ? 'running' : 'stopped';
      guest.uptime = 0;
    });
  }

  /** @param end what it does to the world at its end */
  #task(guest: Guest, type: string, exit: string, end: () => void): Answer {
    const starttime = 1_767_300_000 + this.#tasks.length;
    const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
    const upid = `UPID:pve:${hex(4711 + this.#tasks.length)}:${hex(99)}:${hex(starttime)}:${type}:${guest.vmid}:festinger@pve!console:`;
    this.#tasks.push({
      upid,
      node: 'pve',
      type,
      vmid: guest.vmid,
      starttime,
      looks: 0,
      exit,
      end,
    });
    return { data: upid };
  }

  #taskAnswer([, , , , upid = '', leaf]: string[], query: URLSearchParams): Answer {
    if (leaf === undefined) {
      const of = this.#tasks.filter(
        (task) => query.get('vmid') === null || query.get('vmid') === String(task.vmid),
      );
      return {
        data: of.reverse().map((task) => ({
          ...taskFields(task),
          ...(isOver(task) ? { endtime: task.starttime + 3, status: task.exit } : {}),
        })),
      };
    }
    const task = this.#tasks.find((one) => one.upid === decodeURIComponent(upid));
    if (task === undefined) return { status: 400, reason: 'Parameter verification failed.' };
    if (leaf === 'log') {
      const lines = [
        `${task.type} of ${task.vmid}`,
        ...(isOver(task) ? [task.exit === 'OK' ? 'TASK OK' : `TASK ERROR: ${task.exit}`] : []),
      ];
      const from = Number(query.get('start'));
      return {
        data: lines.map((t, index) => ({ n: index + 1, t })).slice(from, from + Number(query.get('limit'))),
      };
    }
    task.looks += 1;
    if (!isOver(task)) return { data: { ...taskFields(task), status: 'running' } };
    if (task.looks === TASK_LOOKS && (task.exit === 'OK' || task.exit.startsWith('WARNINGS'))) task.end();
    return { data: { ...taskFields(task), status: 'stopped', exitstatus: task.exit } };
  }
}

const featureOf = ({ type, takesSnapshots }: Guest) => ({
  hasFeature: takesSnapshots ? 1 : 0,
  ...(type === 'qemu' ? { nodes: takesSnapshots ? ['pve'] : [] } : {}),
});

const isOver = (task: Task): boolean => task.looks >= TASK_LOOKS;

const taskFields = ({ upid, node, type, vmid, starttime }: Task) => ({
  upid,
  node,
  type,
  id: String(vmid),
  starttime,
  pid: 4711,
  pstart: 99,
  user: 'festinger@pve',
  tokenid: 'console',
});

/** @throws when the double would answer what Proxmox never does: the test fails with it */
function shaped(method: string, path: string, data: unknown): unknown {
  const at = Object.keys(SHAPES).find((pattern) => isOf(pattern, `${method} ${path}`));
  const shape = at === undefined ? undefined : SHAPES[at];
  if (shape === undefined) throw new Error(`no recorded shape for ${method} ${path}`);
  return shape.parse(data);
}

function isOf(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, index) => part === '*' || part === given[index])
  );
}

function send(response: ServerResponse, status: number, reason: string, body: string): void {
  response.writeHead(status, reason, { 'content-type': 'application/json;charset=UTF-8' });
  response.end(body);
}
