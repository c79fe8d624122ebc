// Takes secrets out of text before it is stored or shown: keys, tokens, private keys, passwords in URLs and beside
// their names. Linear in the text (every repetition is bounded or cannot overlap its neighbour).
// Better a word too many than a key too few; not a guarantee. Source: memory.md D12, proxy.md "Seeing it".

/** Longest sentence kept as provenance, characters. */
const MAX_SENTENCE = 280;
const MARK = '[redacted]';

type Rule = readonly [pattern: RegExp, replacement: string];

const RULES: readonly Rule[] = [
  // A private key, whole or cut off before its end.
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----END))*(?:-----END [A-Z0-9 ]{0,40}-----)?/g,
    MARK,
  ],
  // scheme://user:password@host
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{0,200}):[^\s/@]{1,500}@/gi, `$1:${MARK}@`],
  // The same, cut off before its host. What is only digits is a port.
  [
    /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{1,200}):(?!\d{1,5}(?:…|$))[^\s/@…]{1,500}(?=…|$)/gi,
    `$1:${MARK}`,
  ],
  [/\b(bearer|basic)\s{1,3}[\w.~+/=-]{12,}/gi, `$1 ${MARK}`],
  // Issuers' own shapes: our client keys, OpenAI, Anthropic, GitHub, GitLab, Slack, AWS, Google, Hugging Face, npm, JSON web tokens.
  [/\bsk-[\w-]{16,}/g, MARK],
  [/\bfk-[\w-]{43}(?![\w-])/g, MARK],
  [/\b(?:gh[opsru]_|github_pat_|glpat-|xox[abeoprs]-|hf_|npm_)[\w-]{16,}/g, MARK],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, MARK],
  [/\bAIza[\w-]{30,}/g, MARK],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, MARK],
  // name = value, name: value, "name": "value" (also where the quotes are escaped), --name value, and in prose "the password is
  // value".
  [
    /(?<![a-z0-9])((?:api|access|secret|private|auth|client)?[_-]?(?:key|token|secret|password|passwd|passphrase|pwd)(?:\\{0,7}["'])?\s{0,3}[:=]\s{0,3}(?:\\{0,7}["'])?)(?!\[redacted\])[^\s"',;]{4,}/gi,
    `$1${MARK}`,
  ],
  [
    /(?<![\w-])(--(?:[a-z]{1,20}-){0,2}(?:key|token|secret|password|passwd|passphrase|pwd)\s{1,3}["']?)(?!\[redacted\])[^\s"',;-][^\s"',;]{2,}/gi,
    `$1${MARK}`,
  ],
  [/\b(pass(?:word|phrase|wd)\s{1,3}(?:is|was)\s{1,3})[^\s,;]{3,}/gi, `$1${MARK}`],
];

/** A long word that mixes cases and digits is a key, not a name. */
const LONG_WORD = /[\w+=-]{32,}/g;

function looksRandom(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && (word.match(/\d/g)?.length ?? 0) >= 3;
}

/** Keys in use, and the spellings they may come back in. */
const hidden = new Map<string, number>();
/** Shorter ones are placeholders such as "none"; taking them out would tear ordinary words apart. */
const MIN_HIDDEN = 6;

/**
 * Makes every `redact` of this process take the value out, whatever it looks like.
 * @returns lets go of it again; a value that was hidden twice stays hidden until both let go
 */
export function hideSecret(secret: string): () => void {
  if (secret.length < MIN_HIDDEN) return () => {};
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes));
  const spellings = new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/[+/=]/g, (char) => ({ '+': '-', '/': '_' })[char] ?? ''),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  ]);
  for (const one of spellings) hidden.set(one, (hidden.get(one) ?? 0) + 1);
  return () => {
    for (const one of spellings) {
      const left = (hidden.get(one) ?? 1) - 1;
      if (left > 0) hidden.set(one, left);
      else hidden.delete(one);
    }
    spellings.clear();
  };
}

/** The text without the keys in use, and otherwise as it is. */
export function withoutHidden(text: string): string {
  let result = text;
  for (const one of hidden.keys()) if (result.includes(one)) result = result.replaceAll(one, MARK);
  return result;
}

/** The text without its secrets. Idempotent. */
export function redact(text: string): string {
  let result = withoutHidden(text);
  for (const [pattern, replacement] of RULES) result = result.replace(pattern, replacement);
  return result.replace(LONG_WORD, (word) => (looksRandom(word) ? MARK : word));
}

/** One sentence for provenance: redacted, on one line, at most 280 characters. */
export function redactSentence(sentence: string): string {
  // Cut roughly first, so that a megabyte is not searched for the sake of a line; a secret at the cut goes too.
  const line = redact(sentence.slice(0, 4 * MAX_SENTENCE))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_SENTENCE ? line : `${line.slice(0, MAX_SENTENCE - 1).toWellFormed()}…`;
}
