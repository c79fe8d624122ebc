// The programs of the demo's places, each a function of the world: what is full, what runs, what a file says. They change nothing. Called by the demo's
// executor.
import { sizeWords, spanWords } from '../remote/words.ts';
import { figuresOf } from './figures.ts';
import { GUEST, NODE, thingOf, within } from './things.ts';
import type { World } from './world.ts';

export interface ProgramAnswer {
  readonly exitCode: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface ProgramCall {
  readonly world: World;
  /** The id of the thing it runs in. */
  readonly place: string;
  readonly args: readonly string[];
}

type Program = (call: ProgramCall) => ProgramAnswer;

const said = (stdout: string): ProgramAnswer => ({ exitCode: 0, stdout });
const failed = (stderr: string, exitCode = 1): ProgramAnswer => ({ exitCode, stderr });
const paths = (args: readonly string[]): readonly string[] => args.filter((one) => one.startsWith('/'));

const DISKS = {
  node: 'rpool/ROOT/pve-1  94G   31G   63G  33% /\ntank              3.6T  2.8T  810G  78% /tank\n',
  other: 'tank/subvol-141-disk-0   64G   38G   26G  60% /\n',
};

export const PROGRAMS: Readonly<Record<string, Program>> = {
  cat({ world, place, args }) {
    const [path] = paths(args);
    if (path === undefined) return failed('cat: name a file by its whole path\n');
    const file = world.files.find(place, path);
    return file
      ? said(Buffer.from(file.bytes).toString())
      : failed(`cat: ${path}: No such file or directory\n`);
  },
  ls({ world, place, args }) {
    const [path = '/'] = paths(args);
    const names = world.files.list(place, path);
    if (names) return said(`${names.join('\n')}\n`);
    return world.files.find(place, path)
      ? said(`${path}\n`)
      : failed(`ls: cannot access '${path}': No such file or directory\n`, 2);
  },
  df: ({ place }) =>
    said(`Filesystem        Size  Used Avail Use% Mounted on\n${place === NODE ? DISKS.node : DISKS.other}`),
  uptime({ world, place }) {
    const { cpu } = figuresOfPlace(world, place);
    const load = (cpu / 25).toFixed(2);
    return said(` up ${spanWords(world.upHours(place) * 3600)}, load average: ${load}, ${load}, ${load}\n`);
  },
  free({ world, place }) {
    const total = thingOf(place)?.memory ?? 0;
    const { memory } = figuresOfPlace(world, place);
    const words = [total, memory, total - memory].map(sizeWords).join('   ');
    return said(`       total   used   free\nMem:   ${words}\n`);
  },
  hostname: ({ world, place }) =>
    said(Buffer.from(world.files.find(place, '/etc/hostname')?.bytes ?? []).toString()),
  docker({ world, place, args }) {
    if (place !== GUEST || args[0] !== 'ps')
      return failed('docker: only `docker ps` in media is answered here\n', 125);
    const rows = within(GUEST)
      .filter(({ kind }) => kind === 'docker_container')
      .map(({ id, name, made }) => `${name}   ${world.run(id).condition}   ${made}`);
    return said(`NAMES   STATUS   IMAGE\n${rows.join('\n')}\n`);
  },
  systemctl({ world, place, args }) {
    const [verb, unit = ''] = args.filter((one) => !one.startsWith('-'));
    const service = within(place).find(
      ({ kind, aliases, name }) => kind === 'service' && [name, ...aliases].includes(unit),
    );
    if (!service) return failed(`Unit ${unit} could not be found.\n`, 4);
    const { condition } = world.run(service.id);
    const word = condition === 'running' ? 'active' : condition === 'failed' ? 'failed' : 'inactive';
    if (verb === 'is-active') return { exitCode: word === 'active' ? 0 : 3, stdout: `${word}\n` };
    if (verb === 'status') return said(`${service.name}.service - ${service.made}\n     Active: ${word}\n`);
    return failed(`systemctl ${verb ?? ''}: only status and is-active are answered here\n`);
  },
};

function figuresOfPlace(world: World, place: string) {
  const thing = thingOf(place);
  return thing ? figuresOf(world, thing) : { cpu: 0, memory: 0 };
}
