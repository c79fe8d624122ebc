// Whether a Caddyfile can be read: its blocks are closed, and each has something in it. Pure. A service whose configuration somebody broke does not start,
// in the demo as elsewhere. Called by world.ts.

const MOST_LINES = 2000;

/** @returns what is wrong, with its line; null when nothing is */
export function caddyfileProblem(text: string): string | null {
  const open: number[] = [];
  let directives = 0;
  for (const [at, raw] of text.split('\n').slice(0, MOST_LINES).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line === '}') {
      if (open.pop() === undefined) return `Caddyfile:${at + 1}: unexpected '}' because no block is open`;
    } else if (line.endsWith('{')) {
      if (line === '{' && at > 0 && open.length > 0) return `Caddyfile:${at + 1}: a block without a name`;
      open.push(at + 1);
    } else if (open.length === 0) return `Caddyfile:${at + 1}: ${line.slice(0, 60)} stands in no block`;
    else directives += 1;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) return `Caddyfile:${unclosed}: the block that begins here is never closed`;
  return directives === 0 ? 'Caddyfile: no site is configured' : null;
}
