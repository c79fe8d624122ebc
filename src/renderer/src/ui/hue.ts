// The stable hue of a dimension: 1 of 12, from its name alone, so that table, canvas, prompt and conflict agree without
// asking the core. Pure. Used by DimensionMark and the canvas.
export const HUES = 12;

/** The six dimensions every graph starts with get hues far apart; the rest follow from their name. */
const SEEDED: Readonly<Record<string, number>> = {
  type: 0,
  membership: 4,
  'runs-on': 2,
  tech: 6,
  'owned-by': 5,
  geography: 9,
};

/** FNV-1a over UTF-16 code units, folded to 0..11. */
export function dimensionHue(name: string): number {
  const seeded = Object.hasOwn(SEEDED, name) ? SEEDED[name] : undefined;
  if (seeded !== undefined) return seeded;
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}
