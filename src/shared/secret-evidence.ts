// What looks drawn by lot and opens nothing: digests, commits, package URLs, platform names, certificates, public keys and
// the paths of addresses. Names them so that a search with types leaves them alone; `redact`, which rather takes a word too
// many, does not ask. Pure and linear: every repetition is bounded, or what follows it cannot be part of it. Used by secret-spans.ts.
// Source: advisory, Guardrails.

type Range = readonly [start: number, end: number];

export interface Evidence {
  /** The text with blanks over all of it, of the same length: what is left may be judged by its randomness. */
  readonly blanked: string;
  /** Ranges that say themselves what they are, in order: nothing within one is a secret, whatever stands before it. */
  readonly firm: readonly Range[];
}

const B64 = '[A-Za-z0-9+/]';
const ALONE = '(?<![A-Za-z0-9])';
const ENDS = '(?![A-Za-z0-9])';

/** What says itself what it is. A private key is none of these. */
const FIRM: readonly RegExp[] = [
  // sha256:ab12…, sha1=…, checksum=sha1%3A…
  new RegExp(
    `${ALONE}(?:md5|sha-?(?:1|224|256|384|512)|sha3-\\d{3}|blake2[bs]?(?:-\\d{3})?|blake3)(?::\\s?|=|-|%3A)[0-9a-f]{6,128}${ENDS}`,
    'gi',
  ),
  // Integrity of sub-resources, pins, fingerprints of SSH keys, Go's sums.
  new RegExp(
    `${ALONE}(?:sha1-${B64}{27}=|sha256[-/:]${B64}{43}=?|sha384-${B64}{64}|sha512-${B64}{86}==|h1:${B64}{43}=)(?![A-Za-z0-9+/=])`,
    'gi',
  ),
  // Certificates, public keys and signatures; their body has no hyphen, so a key below it is not part of it.
  /-----BEGIN (?:[A-Z0-9 ]{0,30} )?(?:CERTIFICATE|CERTIFICATE REQUEST|PUBLIC KEY|PUBLIC KEY BLOCK|X509 CRL|PKCS7|CMS|SIGNATURE)-----[A-Za-z0-9+/=:.\s\\]{0,100000}(?:-----END [A-Z0-9 ]{1,40}-----)?/g,
  new RegExp(
    `${ALONE}(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\\d{3}|sk-ssh-ed25519@openssh\\.com) AAAA${B64}{20,4000}={0,2}`,
    'g',
  ),
  new RegExp(`${ALONE}cpe:(?:2\\.3:|/)[^\\s"'<>,;)\\]]{1,300}`, 'gi'),
];

/** What may hold a long stretch that was drawn: it is not judged by its looks. A first group is left to be judged. */
const SOFT: readonly RegExp[] = [
  // Bare hexadecimal: an underscore before it is an issuer's prefix.
  /(?<![A-Za-z0-9_])[0-9A-Fa-f]{7,}(?![A-Za-z0-9])/g,
  new RegExp(`${ALONE}pkg:(?://)?[a-z][\\w.+-]{0,30}/[^\\s"'\`<>|\\\\)\\]}]{1,1000}`, 'gi'),
  // An address up to its query; who stands before the host is judged.
  new RegExp(
    `${ALONE}((?:https?|ftp|git|ssh|git\\+https?|git\\+ssh)://(?:[^\\s/@"'<>]{1,300}@)?)[^\\s"'\`<>?#|\\\\)\\]@]{1,2000}`,
    'gi',
  ),
];

/** Something that every one of them has in it. */
const MAY_HOLD = /[0-9A-Fa-f]{6}|:\/\/|pkg:|cpe:|h1:|sha|-----BEGIN/i;

/** The places in a text that are no secrets. */
export function evidenceIn(text: string): Evidence {
  if (!MAY_HOLD.test(text)) return { blanked: text, firm: [] };
  const firm: Range[] = [];
  const all: Range[] = [];
  for (const pattern of FIRM)
    for (const { index, 0: match } of text.matchAll(pattern)) firm.push([index, index + match.length]);
  for (const pattern of SOFT)
    for (const { index, 0: match, 1: kept = '' } of text.matchAll(pattern))
      all.push([index + kept.length, index + match.length]);
  all.push(...firm);
  const byStart = ([a]: Range, [b]: Range) => a - b;
  return { blanked: blankedOut(text, all.sort(byStart)), firm: firm.sort(byStart) };
}

function blankedOut(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    parts.push(text.slice(done, from), ' '.repeat(end - from));
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** Whether a range lies within one that says itself what it is. */
export function isWithin({ firm }: Evidence, start: number, end: number): boolean {
  let [low, high] = [0, firm.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firm[middle]?.[0] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  // Ranges may lie within each other: the nearest few that begin before it are asked.
  for (let at = low - 1; at >= 0 && at >= low - 4; at--) if ((firm[at]?.[1] ?? 0) >= end) return true;
  return false;
}

/** The rules as text, for the version of whoever relies on them. */
export const EVIDENCE_TEXT = [...FIRM, ...SOFT].map(String).join('\n');
