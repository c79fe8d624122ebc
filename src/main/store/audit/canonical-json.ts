// JSON with one spelling: keys sorted by code unit, no white space. What is hashed is written this way, so that
// the same content has the same hash wherever it is computed.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** @throws TypeError on a number JSON cannot hold */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`);
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value;
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
