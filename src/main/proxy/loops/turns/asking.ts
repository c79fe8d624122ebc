// Whether a call asks for something or changes something, told by the words its label begins with: a tool's name, or the
// command in its arguments. What asks and gets nothing, over and over, gets nowhere; what writes and gets nothing back has
// done its work. When in doubt it changes something. Pure. Used by history.ts.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Verbs in tools' names and programs of a shell. The first of either kind decides. */
const ASKS = words(
  'find grep rg ag fd ls dir list get read query select look lookup search locate which where show check status fetch stat',
);
const CHANGES = words(
  'write edit create update delete insert add set put save send apply install submit click type press echo printf cat',
);
/** Programs that change what others found: `find … | xargs rm`. */
const CHANGES_ANYWHERE = words('rm mv cp tee touch mkdir chmod chown');
const LOOKED_AT = 160;
/** Output that goes into a file; what goes nowhere (`2>/dev/null`, `2>&1`) is not. */
const REDIRECTS = /(?<![0-9&])>(?!&|\s?\/dev\/null)/;

/** @param label a call's name and arguments, as turn-features.ts cuts them */
export function asks(label: string): boolean {
  if (REDIRECTS.test(label)) return false;
  const said = label
    .slice(0, LOOKED_AT)
    .toLowerCase()
    .split(/[^a-z]+/);
  if (said.some((word) => CHANGES_ANYWHERE.has(word))) return false;
  const verb = said.find((word) => ASKS.has(word) || CHANGES.has(word));
  return verb !== undefined && ASKS.has(verb);
}
