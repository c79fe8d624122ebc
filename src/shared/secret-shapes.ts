// Secrets that are known by what they look like, wherever they stand: issuers' own shapes, hashes of passwords, private
// keys, card and account numbers, and long words no person makes up. Also asked about single words in their canonical
// (lower-case) form. Pure and linear: every repetition is bounded or cannot overlap its neighbour. Used by redact.ts and
// secret-spans.ts.
import type { SecretType } from './secret-types.ts';

/** What may follow an issuer's prefix, and how much of it at least. */
const key = (prefix: string, body: string, least: number) => `${prefix}${body}{${least},}`;

const WORD = String.raw`[\w-]`;
const ALNUM = '[A-Za-z0-9]';
const HEX = '[0-9a-fA-F]';

/** What issuers' keys look like, and whose they are. The first that fits is the type of what it fits. */
const ISSUED: readonly (readonly [type: SecretType, pattern: string])[] = [
  // Anthropic, OpenRouter, OpenAI and its likes; our own client keys.
  ['anthropic_key', key('sk-ant-', WORD, 16)],
  ['openrouter_key', key('sk-or-', WORD, 16)],
  ['openai_key', String.raw`sk-(?:(?:proj|svcacct|admin|lf|test|live)-[\w-]{16,}|\w{16,}[\w-]*)`],
  ['festinger_key', String.raw`fk-[\w-]{43}(?![\w-])`],
  // Stripe, and webhook secrets in its manner.
  ['stripe_key', key('[rsp]k_(?:live|test)_', ALNUM, 10)],
  ['webhook_secret', key('whsec_', '[A-Za-z0-9+/=]', 16)],
  // GitHub, GitLab, Bitbucket, Atlassian.
  ['github_token', key('gh[opsru]_', WORD, 16)],
  ['github_token', key('github_pat_', WORD, 16)],
  ['gitlab_token', key('gl(?:pat|ptt|dt|rt|cbt|soat|imt|ft|agent|oas)-', WORD, 16)],
  ['atlassian_token', key('AT(?:ATT3x|BB)', WORD, 16)],
  // Slack, Discord, Telegram.
  ['slack_token', key('xox[a-z]-', WORD, 12)],
  ['slack_token', key('xapp-', WORD, 12)],
  ['discord_token', String.raw`[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,}`],
  ['telegram_token', String.raw`\d{8,10}:[\w-]{35}`],
  // Clouds.
  ['aws_key', key('(?:AKIA|ASIA|ABIA|ACCA)', '[0-9A-Z]', 16)],
  ['google_api_key', key('AIza', WORD, 30)],
  ['google_oauth_token', key(String.raw`ya29\.`, WORD, 16)],
  ['google_oauth_token', key('GOCSPX-', WORD, 10)],
  ['google_oauth_token', String.raw`1\/\/0[\w-]{20,}`],
  ['digitalocean_token', key('do[opr]_v1_', HEX, 16)],
  ['heroku_key', key('HRKU-', WORD, 16)],
  ['fly_token', key('fo1_', WORD, 16)],
  // Package registries and model hubs.
  ['huggingface_token', key('hf_', ALNUM, 16)],
  ['npm_token', key('npm_', ALNUM, 16)],
  ['pypi_token', key('pypi-', WORD, 16)],
  ['rubygems_key', key('rubygems_', HEX, 16)],
  ['docker_token', key('dckr_(?:pat|oat)_', WORD, 16)],
  ['model_key', key('(?:gsk|r8|nvapi|pplx|xai|tgp_v1|fw)[-_]', WORD, 20)],
  // Mail and telephony.
  ['sendgrid_key', key(String.raw`SG\.`, String.raw`[\w.-]`, 16)],
  ['mailgun_key', 'key-[0-9a-f]{32}'],
  ['twilio_key', '(?:AC|SK)[0-9a-f]{32}'],
  // Others.
  ['vault_token', key(String.raw`hv[sbr]\.`, WORD, 16)],
  ['age_key', key('AGE-SECRET-KEY-1', ALNUM, 16)],
  ['shopify_token', key('shp(?:at|ss|ca|pa)_', HEX, 16)],
  ['square_token', key('sq0[a-z]{3}-', WORD, 16)],
  ['linear_key', key('lin_api[-_]', WORD, 20)],
  ['figma_token', key('figd[-_]', WORD, 20)],
  ['notion_token', key('ntn[-_]', WORD, 20)],
  ['grafana_token', key('glsa[-_]', WORD, 20)],
  ['databricks_token', key('dapi[-_]', WORD, 20)],
  ['postman_key', key('PMAK[-_]', WORD, 20)],
  ['tailscale_key', key('tskey[-_]', WORD, 20)],
  ['service_token', key('(?:sbp|ops)[-_]', WORD, 20)],
  // JSON web tokens, whole or in part.
  ['jwt', String.raw`eyJ[\w-]{8,}(?:\.[\w-]{4,}){0,4}`],
  // Hashes of passwords: bcrypt, crypt, Apache's, argon2, scrypt, LDAP's.
  [
    'password_hash',
    String.raw`\$(?:2[abxy]?|1|5|6|7|y|gy|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})\$[^\s'",;:]{8,300}`,
  ],
  ['password_hash', String.raw`\{S?SHA(?:256|512)?\}[A-Za-z0-9+/=]{16,}`],
];
const ANY_ISSUED = ISSUED.map(([, pattern]) => pattern).join('|');
const EACH_ISSUED = ISSUED.map(([type, pattern]) => ({ type, pattern: new RegExp(pattern, 'y') }));

/**
 * Whose key begins at a place where the table found one; asked only by who shows types, since most only take out.
 * @throws never: what is no whole key is one cut off, whose beginning tells little
 */
export function issuedTypeAt(text: string, start: number): SecretType {
  for (const { type, pattern } of EACH_ISSUED) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return type;
  }
  return 'generic_token';
}

/** The table as text, for the version of whoever relies on it. */
export const SHAPES_TEXT = ISSUED.map(([type, pattern]) => `${type}=${pattern}`).join('\n');

/** Anywhere in a text, but not inside of a word. */
const ISSUED_KEYS = new RegExp(String.raw`(?<![\w$])(?:${ANY_ISSUED})`, 'g');
/** Password hashes have their own signs; every other issued key holds a long run. */
const MAY_BE_HASH = /\$[\dagsy][\w-]{0,20}\$|\{S?SHA/;

/** Keys cut off for showing: too little is left of them to tell by its length. */
const CUT_KEYS =
  /(?<![\w$])(?:sk-|fk-|[rsp]k_live_|whsec_|gh[opsru]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|ya29\.|hf_|npm_|pypi-|eyJ)[\w.-]{0,60}(?=…)/g;

/** A private key, whole or cut off before its end. */
export const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----END))*(?:-----END [A-Z0-9 ]{0,40}-----)?/g;

/** The secret part of addresses that let in whoever knows them. */
const WEBHOOK =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,25}\/|api\.telegram\.org\/bot|webhook\.office\.com\/)[^\s"'<>]{8,400}/gi;

// --- numbers with a check

const NUMBERS = /(?<![\d.+])\d(?:[ -]?\d){14,18}(?![\d.])/g;
const ACCOUNTS = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

/** The number of a payment card: an issuer's first digits, a length in use, Luhn's check digit. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (digits.length < 15 || digits.length > 19 || !/^(?:3[4-7]|4|5[0-8]|2[2-7]|6)/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? 2 * digit : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** An international bank account number (ISO 13616). */
function isAccountNumber(text: string): boolean {
  const plain = text.replaceAll(' ', '');
  if (plain.length < 15 || plain.length > 34) return false;
  let rest = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

// --- words nobody makes up

/** Stretches that may be random, at least so long; `/` and `+` belong to base64. */
const LEAST_RUN = 16;
const IN_RUN = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_=-')
  IN_RUN[char.charCodeAt(0)] = 1;

/** Every such stretch. Only one character in sixteen of ordinary prose is looked at: a long stretch has one of those. */
function visitRuns(text: string, visit: (start: number, end: number) => void): void {
  const isIn = (at: number) => IN_RUN[text.charCodeAt(at)] === 1;
  for (let at = LEAST_RUN - 1; at < text.length; at += LEAST_RUN) {
    if (!isIn(at)) continue;
    let start = at;
    while (start > 0 && isIn(start - 1)) start--;
    while (at < text.length && isIn(at)) at++;
    if (at - start >= LEAST_RUN) visit(start, at);
  }
}

const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;

function classOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  return unit >= 0x41 && unit <= 0x5a ? UPPER : 0;
}

interface Mix {
  letters: number;
  lower: number;
  upper: number;
  digits: number;
  /** Changes between lower case, upper case and digits, within stretches without a separator. */
  changes: number;
  /** The longest stretch without a separator. */
  longest: number;
}

function mixOf(run: string): Mix {
  const mix: Mix = { letters: 0, lower: 0, upper: 0, digits: 0, changes: 0, longest: 0 };
  let before = 0;
  let stretch = 0;
  for (let i = 0; i < run.length; i++) {
    const kind = classOf(run.charCodeAt(i));
    if (kind === 0) stretch = 0;
    else {
      mix.longest = Math.max(mix.longest, ++stretch);
      mix.letters++;
      if (kind === DIGIT) mix.digits++;
      else if (kind === LOWER) mix.lower++;
      else mix.upper++;
      if (before !== 0 && before !== kind) mix.changes++;
    }
    before = kind;
  }
  return mix;
}

const IS_HEX = /^[0-9a-f]+$/i;
/** What digests are long: MD5, SHA-1, SHA-256, SHA-512; they name things and open nothing. */
const DIGESTS = new Set([32, 40, 64, 128]);
/** How engines name things in the paths of their calls: what is approved has to be readable. */
const ENGINE_IDS = /\/(?:containers|networks)\/[0-9a-f]{64}(?![\w+=-])/g;

/** Whether a stretch is drawn, not written: so many changes between cases and digits no name has. */
function isRandom(run: string): boolean {
  if (IS_HEX.test(run))
    return run.length > 24 && !DIGESTS.has(run.length) && /\d/.test(run) && /[a-f]/i.test(run);
  const { letters, lower, upper, digits, changes, longest } = mixOf(run.replace(ENGINE_IDS, '/'));
  if (letters < 16 || longest < 6) return false;
  const rate = changes / letters;
  if (upper > 0 && lower > 0) {
    if (letters >= 28) return rate >= (digits >= 2 ? 0.34 : 0.42);
    return digits >= 2 ? rate >= 0.4 : letters >= 20 && rate >= 0.45;
  }
  if (upper > 0) return isSeed(run) || (letters >= 20 && digits >= 4 && longest >= 16 && rate >= 0.3);
  // Clouds name things so: `vpc-0a1b2c3d4e5f67890`.
  if (longest < 20 && run.split(/[_=-]/).some((part) => part.length === longest && IS_HEX.test(part)))
    return false;
  return longest >= 16 && digits >= 3 && (letters >= 20 ? rate >= 0.25 : rate >= 0.42);
}

/** The seed of one-time passwords: base32, as apps show it. */
const isSeed = (run: string): boolean =>
  /^[A-Z2-7]{16,}=*$/.test(run) && /[2-7].*[2-7]/.test(run) && /[A-Z]{2}/.test(run);

// --- single words

/** Prefixes as a word keeps them: in lower case, with what a word may hold. */
const ISSUED_WORD = new RegExp(`^(?:${ANY_ISSUED})`, 'i');
/** Shapes that need their case, or are too short without it, to be told from names. */
const NEEDS_CASE = /^(?:key-|[mno][\w-]{22}|(?:ac|sk)[0-9a-f]{32}$|at(?:att3x|bb))/i;
const ISSUED_PREFIX =
  /^(?:sk-|fk-|[rsp]k_(?:live|test)_|whsec_|gh[opsru]_|github_pat_|gl(?:pat|ptt|dt|rt|cbt|soat)-|xox[a-z]-|xapp-|a[ks]ia|aiza|ya29\.|gocspx-|do[opr]_v1_|hf_|npm_|pypi-|dckr_|sg\.|hv[sbr]\.|age-secret-key-|shp(?:at|ss|ca|pa)_|eyj)/;

/** Whether a canonical word is a key, whatever stands around it. */
export function isSecretWord(word: string): boolean {
  if (word.length < 16) return false;
  if (ISSUED_PREFIX.test(word) && (/\d/.test(word) || word.length > 40) && ISSUED_WORD.test(word))
    return true;
  if (NEEDS_CASE.test(word) && ISSUED_WORD.test(word)) return true;
  if (IS_HEX.test(word)) return word.length >= 24;
  return word.split(/[_.-]/).some((part) => part.length >= 16 && isRandom(part));
}

// --- a text

/** What a shape is reported as: an issuer's key by `issued`, whose type is asked for only when it is shown (`issuedTypeAt`). */
export type ShapeType = SecretType | 'issued';

/**
 * Calls back with the place of everything in the piece that is a secret by its looks.
 * @param runs the piece in which long stretches are judged: the same, or with blanks where something is known to be none
 */
export function visitShapes(
  piece: string,
  visit: (start: number, end: number, type: ShapeType) => void,
  runs = piece,
): void {
  const take = (pattern: RegExp, type: ShapeType, isSecret?: (match: string) => boolean) => {
    for (const match of piece.matchAll(pattern)) {
      const kept = match[1]?.length ?? 0;
      if (!isSecret || isSecret(match[0])) visit(match.index + kept, match.index + match[0].length, type);
    }
  };
  let hasRuns = runs !== piece;
  visitRuns(runs, (start, end) => {
    hasRuns = true;
    if (isRandom(runs.slice(start, end))) visit(start, end, 'generic_token');
  });
  if (hasRuns || piece.includes('eyJ') || MAY_BE_HASH.test(piece)) take(ISSUED_KEYS, 'issued');
  if (piece.includes('…')) take(CUT_KEYS, 'issued');
  if (piece.includes('.com/') || piece.includes('.org/bot')) take(WEBHOOK, 'webhook');
  if (/\d{4}/.test(piece)) {
    take(NUMBERS, 'card_number', isCardNumber);
    take(ACCOUNTS, 'iban', isAccountNumber);
  }
}
