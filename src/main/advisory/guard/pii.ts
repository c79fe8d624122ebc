// Where mail addresses and telephone numbers of people stand. What only looks like one stays: users of Git hosts, versions of
// packages, addresses of archived mails, digests of images. Account numbers are among the secrets (shared/secret-shapes.ts).
// Pure and linear: around each sign that may begin one, a bounded stretch is read. Used by redact-typed.ts.
// Source: advisory, Guardrails.

export interface PersonalSpan {
  readonly start: number;
  readonly end: number;
  readonly type: 'mail' | 'phone';
}

/** Mail addresses and telephone numbers, in order. */
export function personalSpans(text: string): PersonalSpan[] {
  return [...mailIn(text), ...phonesIn(text)].sort((a, b) => a.start - b.start);
}

const LOCAL = /[\w.+%~-]/;
const DOMAIN = /(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,8}[a-z]{2,24}(?![a-z0-9-])/iy;
/** RFC 5321: a local part has at most 64 octets. */
const MOST_LOCAL = 64;
/** How far back an address of the web is looked for. */
const MOST_ADDRESS = 400;
/** Whom Git hosts let in; nobody's mailbox. */
const NOBODY = new Set(['git', 'hg', 'svn', 'ssh']);

function mailIn(text: string): PersonalSpan[] {
  const spans: PersonalSpan[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < MOST_LOCAL && LOCAL.test(text.charAt(start - 1))) start--;
    while (start < at && /[.%-]/.test(text.charAt(start))) start++;
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text)?.[0];
    if (start === at || domain === undefined || /^v?\d{1,6}\.\d/i.test(domain)) continue;
    if (NOBODY.has(text.slice(start, at).toLowerCase()) || isPartOfAddress(text, start)) continue;
    spans.push({ start, end: at + 1 + domain.length, type: 'mail' });
  }
  return spans;
}

/** Whether the path of an address, or a package URL, reaches up to a place; its query may hold somebody's mail. */
function isPartOfAddress(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - MOST_ADDRESS; i--) {
    const sign = text.charAt(i);
    if (/[\s"'<>?,;()]/.test(sign)) return false;
    if (sign === ':' && (text.startsWith('://', i) || text.startsWith('pkg:', i - 3))) return true;
  }
  return false;
}

const INTERNATIONAL = /(?<![\w.+@#/=-])\+[1-9][\d ()./-]{6,24}/g;
const AMERICAN = /(?<![\w.+-])(?:\(\d{3}\) ?|\d{3}-)\d{3}-\d{4}(?![\w-])/g;
const NAMED =
  /(?<![\p{L}\p{N}])(?:tel|telephone|phone|fax|mobile|hotline|telefon|handy|tél|teléfono)(?: number| no| nr)?\.?(?::|\s){1,3}(\+?[\d(][\d ()/-]{5,22})/giu;

function phonesIn(text: string): PersonalSpan[] {
  const spans: PersonalSpan[] = [];
  const take = (start: number, run: string, isNumber: (digits: number, run: string) => boolean) => {
    const number = withoutEnd(run);
    if (isNumber(number.replace(/\D/g, '').length, number))
      spans.push({ start, end: start + number.length, type: 'phone' });
  };
  for (const { index, 0: run } of text.matchAll(INTERNATIONAL)) take(index, run, isInternational);
  for (const { index, 0: run } of text.matchAll(AMERICAN)) take(index, run, () => true);
  for (const { index, 0: all, 1: run = '' } of text.matchAll(NAMED))
    take(index + all.length - run.length, run, (digits) => digits >= 6 && digits <= 15);
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  return spans.filter(({ start }, i) => i === 0 || start >= (spans[i - 1]?.end ?? 0));
}

/** E.164 has at most 15 digits; without any sign between them, ten and more are needed. A date of a patch is none. */
const isInternational = (digits: number, run: string): boolean =>
  digits >= (/[ ()./-]/.test(run) ? 8 : 10) &&
  digits <= 15 &&
  !/^\+(?:19|20)\d\d-\d\d/.test(run) &&
  !/[ ./-]{2}/.test(run);

/** Up to the last digit, and to the first gap of two blanks. */
function withoutEnd(run: string): string {
  const [first = ''] = run.split('  ', 1);
  let end = first.length;
  while (end > 0 && !/\d/.test(first.charAt(end - 1))) end--;
  return first.slice(0, end);
}
