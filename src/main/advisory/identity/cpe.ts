// Names of products in CPE, 2.2 (`cpe:/a:acme:web:1.0`) and 2.3 (`cpe:2.3:a:acme:web:1.0:*:*:*:*:*:*:*`): the identity of what has no package URL, such as devices
// and what NVD lists. Read as the specification has it, and compared attribute by attribute. Pure; linear. Called by distro.ts and the matching of findings.
// Source: structure S5; NISTIR 7695 and 7696. No package on npm has a matcher, and the one parser there is turns `_` into blanks.

const ATTRIBUTES = [
  'part',
  'vendor',
  'product',
  'version',
  'update',
  'edition',
  'language',
  'swEdition',
  'targetSw',
  'targetHw',
  'other',
] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** Null is any value; `-` is none. Part, vendor and product are always named. */
export type Cpe = Readonly<Record<'part' | 'vendor' | 'product', string>> &
  Readonly<Record<Exclude<Attribute, 'part' | 'vendor' | 'product'>, string | null>>;

const MAX_CPE_CHARS = 1000;

/** @returns null for what is no CPE, and for one that does not name a product */
export function parseCpe(text: string): Cpe | null {
  if (text.length > MAX_CPE_CHARS) return null;
  const lower = text.trim().toLowerCase();
  const values = lower.startsWith('cpe:2.3:')
    ? formatted(lower.slice('cpe:2.3:'.length))
    : lower.startsWith('cpe:/')
      ? uri(lower.slice('cpe:/'.length))
      : [];
  const [part = null, vendor = null, product = null] = values;
  if (part === null || vendor === null || product === null || !/^[aoh]$/.test(part)) return null;
  const rest = Object.fromEntries(ATTRIBUTES.slice(3).map((name, at) => [name, values[at + 3] ?? null]));
  return { ...(rest as Omit<Cpe, 'part' | 'vendor' | 'product'>), part, vendor, product };
}

/** Parted by colons that no backslash stands before; a sign behind a backslash stands for itself. */
function formatted(text: string): (string | null)[] {
  const values = text.match(/(?:\\.|[^:\\])+/g) ?? [];
  return values.map((value) => (value === '*' ? null : value.replace(/\\(.)/g, '$1')));
}

function uri(text: string): (string | null)[] {
  const values = text.split(':').map((value) => (value === '' ? null : decoded(value)));
  const [edition] = values.splice(5, 1);
  // `~edition~software edition~target software~target hardware~other`
  const packed = edition?.startsWith('~')
    ? edition
        .slice(1)
        .split('~')
        .map((one) => (one === '' ? null : one))
    : [edition ?? null];
  const [own = null, swEdition = null, targetSw = null, targetHw = null, other = null] = packed;
  return [
    ...values.slice(0, 5),
    ...Array(5 - Math.min(5, values.length)).fill(null),
    own,
    values[5] ?? null,
    swEdition,
    targetSw,
    targetHw,
    other,
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Vendor and product: what every version of it is found under. */
export const cpeKey = ({ vendor, product }: Cpe): string => `cpe/${vendor}:${product}`;

/**
 * Whether a statement's name covers a component's, the version left to whoever knows ranges. What the statement does not say is not asked for; what only the
 * component leaves open is not known to be the same.
 * @returns null where the component does not say enough
 */
export function coversCpe(statement: Cpe, component: Cpe): boolean | null {
  if (cpeKey(statement) !== cpeKey(component) || statement.part !== component.part) return false;
  const answers = ATTRIBUTES.slice(4).map((name) => {
    const [wanted, has] = [statement[name], component[name]];
    if (wanted === null || wanted === '-' || wanted === has) return true;
    return has === null ? null : false;
  });
  return answers.includes(false) ? false : answers.includes(null) ? null : true;
}
