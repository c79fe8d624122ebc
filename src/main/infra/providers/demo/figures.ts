// What is measured of the demo's things: a film server whose memory grows with the hours until a restart, a document server whose worker hangs, and what
// they are in, which carries what they take. Worked out of how long things have been up; a wave of minutes keeps lines from being flat. Pure but for the
// world it is given.
import type { Sample } from '../../../../shared/model/resource.ts';
import { CADDY, GUEST, JELLYFIN, NODE, PAPERLESS, TANK, type Thing, within } from './things.ts';
import type { World } from './world.ts';

const GIB = 1024 ** 3;
const TIB = 1024 * GIB;

export interface Figures {
  /** Percent of one machine, 0 to 100. */
  readonly cpu: number;
  readonly memory: number;
}

const NOTHING: Figures = { cpu: 0, memory: 0 };

/** −1 to 1, over twelve minutes. */
const wave = (world: World, shift: number): number =>
  Math.sin((world.clock.now() / 60_000 / 12 + shift) * 2 * Math.PI);

type Measure = (world: World) => Figures;

const OWN: Readonly<Record<string, Measure>> = {
  [JELLYFIN](world) {
    const memory = Math.min(3.7, 0.6 + world.upHours(JELLYFIN) * 0.05) * GIB;
    // Close to its limit it spends its time on making room.
    const isCramped = memory > 3.2 * GIB;
    return { cpu: (isCramped ? 78 : 9) + 4 * wave(world, 0), memory };
  },
  [PAPERLESS](world) {
    const hangs = world.upHours(PAPERLESS) > 24;
    return {
      cpu: (hangs ? 1 : 6) + 0.5 * wave(world, 0.3),
      memory: (hangs ? 1.4 : 0.7) * GIB,
    };
  },
  [CADDY]: (world) => ({ cpu: 1 + 0.4 * wave(world, 0.6), memory: 0.05 * GIB }),
  [GUEST]: () => ({ cpu: 2, memory: 0.5 * GIB }),
  [NODE]: (world) => ({ cpu: 6 + wave(world, 0.1), memory: 11 * GIB }),
};

/** Of itself and all that lies in it; a container's share of its machine. */
export function figuresOf(world: World, thing: Thing): Figures {
  if (world.run(thing.id).condition !== 'running' || !world.isReachable(thing)) return NOTHING;
  const own = OWN[thing.id]?.(world) ?? NOTHING;
  return within(thing.id).reduce((sum, inner) => {
    const { cpu, memory } = figuresOf(world, inner);
    // Four cores of the guest are a quarter of the node.
    return { cpu: sum.cpu + cpu / 4, memory: sum.memory + memory };
  }, own);
}

export function samplesOf(world: World, thing: Thing): readonly Sample[] {
  if (thing.id === TANK) return [{ metric: 'disk', unit: 'bytes', value: 2.81 * TIB, limit: 3.6 * TIB }];
  if (world.run(thing.id).condition !== 'running' || !world.isReachable(thing)) return [];
  const { cpu, memory } = figuresOf(world, thing);
  return [
    { metric: 'cpu', unit: 'percent', value: Math.round(cpu * 10) / 10, limit: 100 },
    { metric: 'memory', unit: 'bytes', value: Math.round(memory), limit: thing.memory },
  ];
}
