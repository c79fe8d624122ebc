// Positions of what is around a concept: linked boxes near each other, others apart, the focus at 0/0, and no box over another.
// Pure, and without chance: the same input gives the same picture. Runs in a worker (force.worker.ts). Why ours: decision 067.
export interface ForceNode {
  readonly token: string;
  readonly width: number;
  /** How many facts away from the focus, whose own are 0. */
  readonly hops: number;
}

export interface ForceInput {
  /** The focus first. */
  readonly nodes: readonly ForceNode[];
  readonly links: readonly (readonly [string, string])[];
}

export interface ForcePoint {
  readonly token: string;
  readonly x: number;
  readonly y: number;
}

const ROUNDS = 240;
const SPRING = 110;
const REPULSION = 9000;
const CENTRE = 0.012;
const RING = 150;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** Boxes are wider than high, so the picture is. */
const WIDER = 1.7;
export const BOX = 28;
const GAP_X = 18;
const GAP_Y = 14;
const PASSES = 60;
const SPREAD = 1.12;

interface Body {
  readonly width: number;
  x: number;
  y: number;
}

function pushApart(bodies: readonly Body[], forces: Float64Array): void {
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i] as Body;
    for (let j = i + 1; j < bodies.length; j++) {
      const b = bodies[j] as Body;
      const [dx, dy] = [a.x - b.x, a.y - b.y];
      const force = REPULSION / Math.max(60, dx * dx + dy * dy);
      const away = Math.max(1, Math.hypot(dx, dy));
      const [fx, fy] = [(dx / away) * force, (dy / away) * force];
      forces[2 * i] = (forces[2 * i] as number) + fx;
      forces[2 * i + 1] = (forces[2 * i + 1] as number) + fy;
      forces[2 * j] = (forces[2 * j] as number) - fx;
      forces[2 * j + 1] = (forces[2 * j + 1] as number) - fy;
    }
  }
}

function pullTogether(
  bodies: readonly Body[],
  links: readonly (readonly [number, number])[],
  forces: Float64Array,
): void {
  for (const [i, j] of links) {
    const [a, b] = [bodies[i] as Body, bodies[j] as Body];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const away = Math.max(1, Math.hypot(dx, dy));
    const force = (away - SPRING) * 0.06;
    const [fx, fy] = [(dx / away) * force, (dy / away) * force];
    forces[2 * i] = (forces[2 * i] as number) + fx;
    forces[2 * i + 1] = (forces[2 * i + 1] as number) + fy;
    forces[2 * j] = (forces[2 * j] as number) - fx;
    forces[2 * j + 1] = (forces[2 * j + 1] as number) - fy;
  }
}

/** The focus, body 0, stays where it is. */
function settleForces(bodies: readonly Body[], links: readonly (readonly [number, number])[]): void {
  const forces = new Float64Array(2 * bodies.length);
  for (let round = 0; round < ROUNDS; round++) {
    forces.fill(0);
    pushApart(bodies, forces);
    pullTogether(bodies, links, forces);
    const most = 40 * (1 - round / ROUNDS) + 1;
    for (let i = 1; i < bodies.length; i++) {
      const body = bodies[i] as Body;
      const fx = (forces[2 * i] as number) - body.x * CENTRE;
      const fy = (forces[2 * i + 1] as number) - body.y * CENTRE;
      const scale = Math.min(1, most / Math.max(1, Math.hypot(fx, fy)));
      body.x += fx * scale;
      body.y += fy * scale;
    }
  }
}

/** Moves boxes that lie over each other apart, by the shorter way. @returns whether any did */
function onePass(bodies: readonly Body[]): boolean {
  let found = false;
  const order = bodies
    .map((_, i) => i)
    .sort((a, b) => (bodies[a] as Body).x - (bodies[b] as Body).x || a - b);
  const widest = Math.max(...bodies.map(({ width }) => width)) + GAP_X;
  for (const [at, i] of order.entries()) {
    for (let k = at + 1; k < order.length; k++) {
      const j = order[k] as number;
      const [a, b] = [bodies[i] as Body, bodies[j] as Body];
      if (b.x - a.x > widest * 1.5) break;
      const overX = (a.width + b.width) / 2 + GAP_X - Math.abs(a.x - b.x);
      const overY = BOX + GAP_Y - Math.abs(a.y - b.y);
      if (overX <= 0.01 || overY <= 0.01) continue;
      found = true;
      const sideways = overX < overY;
      const sign = sideways ? (b.x >= a.x ? 1 : -1) : b.y > a.y || (b.y === a.y && j > i) ? 1 : -1;
      const by = (sideways ? overX : overY) * sign;
      // The focus stays: the other goes all the way.
      const [mine, other] = i === 0 ? [0, 1] : j === 0 ? [1, 0] : [0.5, 0.5];
      if (sideways) {
        a.x -= by * mine;
        b.x += by * other;
      } else {
        a.y -= by * mine;
        b.y += by * other;
      }
    }
  }
  return found;
}

function removeOverlaps(bodies: readonly Body[]): void {
  // Further apart until nothing is over anything: each time there is more room.
  for (let more = true; more; ) {
    more = false;
    for (let pass = 0; pass < PASSES; pass++) {
      more = onePass(bodies);
      if (!more) return;
    }
    for (const body of bodies) {
      body.x *= SPREAD;
      body.y *= SPREAD;
    }
  }
}

export function layoutForces({ nodes, links }: ForceInput): ForcePoint[] {
  const place = new Map(nodes.map(({ token }, i) => [token, i]));
  const bodies = nodes.map(({ width, hops }, i): Body => {
    const angle = i * GOLDEN;
    const away = hops * RING + (i % 7) * 3;
    return { width, x: i === 0 ? 0 : Math.cos(angle) * away, y: i === 0 ? 0 : Math.sin(angle) * away };
  });
  const pairs = links.flatMap(([a, b]): [number, number][] => {
    const [i, j] = [place.get(a), place.get(b)];
    return i === undefined || j === undefined || i === j ? [] : [[i, j]];
  });
  settleForces(bodies, pairs);
  for (const body of bodies) body.x *= WIDER;
  removeOverlaps(bodies);
  return nodes.map(({ token }, i) => {
    const { x, y } = bodies[i] as Body;
    return { token, x: Math.round(x), y: Math.round(y) };
  });
}
