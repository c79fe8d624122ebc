// Which concepts lie on the way between two, up to where they meet and down again: what Shift+click selects. Pure.

interface Step {
  readonly token: string;
  readonly parent: string | null;
}

function upwards(nodes: ReadonlyMap<string, string | null>, from: string): string[] {
  const way: string[] = [];
  let at: string | null = from;
  while (at !== null && nodes.has(at) && !way.includes(at)) {
    way.push(at);
    at = nodes.get(at) ?? null;
  }
  return way;
}

/** @returns both ends and what lies between, from the first to the second; the two alone where they never meet */
export function wayBetween(nodes: readonly Step[], from: string, to: string): string[] {
  const parents = new Map(nodes.map(({ token, parent }) => [token, parent]));
  const [up, down] = [upwards(parents, from), upwards(parents, to)];
  const meeting = up.find((token) => down.includes(token));
  if (meeting === undefined) return [...new Set([from, to])];
  const climb = up.slice(0, up.indexOf(meeting) + 1);
  return [...climb, ...down.slice(0, down.indexOf(meeting)).reverse()];
}

/** A concept and everything below it that is shown. */
export function allBelow(nodes: readonly Step[], token: string): string[] {
  const found = new Set([token]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { token: one, parent } of nodes) {
      if (parent === null || found.has(one) || !found.has(parent)) continue;
      found.add(one);
      grew = true;
    }
  }
  return [...found];
}
