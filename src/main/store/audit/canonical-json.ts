// JSON with one spelling: keys sorted by code unit, no white space. What is hashed is written this way, so that
// the same content has the same hash wherever it is computed.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** @throws TypeError on a number JSON cannot hold */
export function canonicalJson(value: Json): string {
  if (isInOrder(value)) return JSON.stringify(value);
  if (typeof value === 'number') throw new TypeError(`${value} cannot be written as JSON`);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as { readonly [key: string]: Json };
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** Whether its keys stand as they have to anyway, which is several times as fast to write. */
function isInOrder(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === undefined) return false;
  if (value === null || typeof value !== 'object') return true;
  if (isList(value)) return value.every(isInOrder);
  let before = '';
  for (const key of Object.keys(value)) {
    if (key < before || !isInOrder(value[key])) return false;
    before = key;
  }
  return true;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
