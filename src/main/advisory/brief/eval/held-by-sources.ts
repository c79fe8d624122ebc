// Whether what a brief names stands in what it cites, looked at by other means than the judge: sentences cut at markers, a few plain patterns, and whether the text of a
// source includes what they find. Shares no code with what it checks. Used by run-briefs.ts. Source: advisory, Guardrails.

export interface CheckedSource {
  readonly n: number;
  readonly text: string;
}

export interface Checked {
  readonly claims: number;
  /** Of the claims, those whose cited passages hold everything they name. */
  readonly held: number;
  /** The others, with what is not there. */
  readonly missing: readonly string[];
}

const MARKER = /\[\^?(\d+(?:[ ]?[,;–-][ ]?\d+)*)\]/g;
/** Behind a full stop, or behind the markers that follow it. */
const STOP = /[.!?][*"”]{0,3}(?:[ ]?\[\^?\d[^\]\n]*\])*(?:\s+|$)/g;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';

const NAMED: readonly RegExp[] = [
  /\bCVE-\d{4}-\d{4,9}\b/g,
  /\bGHSA(?:-[0-9a-z]{4}){3}\b/g,
  /\b(?:RHSA|ALSA|DSA|PYSEC|RUSTSEC|GO)-\d[\d:-]*\d\b/g,
  /\bhttps?:\/\/[^\s<>()"`]+[^\s<>()"`.,;:]/g,
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /(?<![\w.:~+-])(?:\d+:)?\d+(?:\.\d+)+[\w.+~:-]*/g,
];

/** @param text the sections that claim something, as markdown */
export function heldBySources(text: string, sources: readonly CheckedSource[]): Checked {
  const texts = new Map(sources.map(({ n, text: said }) => [n, said.toLowerCase()]));
  let [claims, held] = [0, 0];
  const missing: string[] = [];
  for (const { words, ids } of claimsOf(text)) {
    const cited = ids.length === 0 ? [...texts.values()] : ids.map((n) => texts.get(n) ?? '');
    const absent = namedIn(words).filter((name) => !cited.some((one) => holds(one, name)));
    if (ids.length === 0 && absent.length === 0) continue;
    claims++;
    if (absent.length === 0) held++;
    else missing.push(`${absent.join(', ')} [${ids.join(', ')}]: ${words}`);
  }
  return { claims, held, missing };
}

/** Pieces up to the markers that follow them; what has none goes with the next one of its line. */
function claimsOf(text: string): { readonly words: string; readonly ids: readonly number[] }[] {
  return text.split('\n').flatMap((line) => {
    const pieces: { words: string; ids: number[] }[] = [];
    let from = 0;
    let waiting = '';
    for (const stop of [...line.matchAll(STOP), null]) {
      const end = stop === null ? line.length : stop.index + stop[0].length;
      const words = waiting + line.slice(from, end);
      from = end;
      const ids = [...words.matchAll(MARKER)].flatMap(([, inner = '']) =>
        inner.split(/[,;]/).flatMap(spread),
      );
      if (ids.length === 0 && stop !== null) waiting = words;
      else {
        waiting = '';
        if (words.trim() !== '') pieces.push({ words, ids });
      }
    }
    return pieces;
  });
}

function spread(part: string): number[] {
  const [first = 0, last = first] = part.split(/[–-]/).map(Number);
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, at) => first + at);
}

function namedIn(words: string): string[] {
  const plain = words
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[*`\\]/g, '')
    .replace(MARKER, ' ');
  let left = plain
    .replace(
      new RegExp(`\\b(\\d{1,2}) ${MONTH} (\\d{4})\\b`, 'g'),
      (_, day: string, month: string, year: string) => iso(year, month, day),
    )
    .replace(
      new RegExp(`\\b${MONTH}\\.? (\\d{1,2}),? (\\d{4})\\b`, 'g'),
      (_, month: string, day: string, year: string) => iso(year, month, day),
    )
    .replace(/(\d+(?:\.\d+)?)%/g, (_, share: string) => ` ${Math.round(Number(share) * 1e6) / 1e8} `)
    .replace(/\bv(?=\d)/g, ' ');
  return NAMED.flatMap((pattern) => {
    const found = [...left.matchAll(pattern)].map(([name]) => name.replace(/[.:~+-]+$/, ''));
    left = left.replace(pattern, ' ');
    return found;
  });
}

const iso = (year: string, month: string, day: string): string =>
  ` ${year}-${String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')}-${day.padStart(2, '0')} `;

/** As a whole: no digit or point with a digit beside it. */
function holds(text: string, name: string): boolean {
  const wanted = name.toLowerCase();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, behind] = [text.charAt(at - 1), text.slice(at + wanted.length, at + wanted.length + 2)];
    if (!/[\d.]/.test(before) && !/^(?:\d|\.\d)/.test(behind)) return true;
  }
  return false;
}
