// Secrets that are known by where they stand: behind a password word in prose, configuration, code and on command lines,
// in addresses, headers and tables. A rule's first group is kept, the rest of its match is the secret. Pure and linear:
// every repetition is bounded or cannot overlap its neighbour. Used by secret-spans.ts.

import { visitCells } from './secret-tables.ts';
import type { SecretType } from './secret-types.ts';
import { bare, isAnything, isKeyValue, isOdd, isPhrase } from './secret-values.ts';
import { CODES, HAN, KEY, LEFT, PASSWORD, PHRASE, raw, SHORT_PASSWORD } from './secret-words.ts';

interface PlaceRule {
  readonly pattern: RegExp;
  /** Refuses what only looks like a value. */
  readonly isValue?: (value: string) => boolean;
}

// --- values

const Q = '["\'`“”‘’«»]';
/** What closes the name and opens the value, as often as JSON was put into JSON. */
const QUOTE = raw`(?:\\{0,7}["'\x60“”‘’«»*_]{1,3})?`;
/** Up to white space or a quote; another member's name ends it, too. ASCII comes first, since a class with Unicode in it takes four times as long. */
const RUN = raw`(?:[!#-%(-+\--:=?-_a-{}~]|(?![&;,][\w.-]{1,40}[=:])[^\s"'\x60“”<>|]){1,400}`;
const QUOTED = raw`\\{0,7}["'\x60“‘«][^"'\x60”’»\n]{1,200}`;
const VALUE = raw`(?:${QUOTED}|${RUN})`;
const SEPARATOR = raw`\s{0,4}(?:[:=：＝]|:=|=>|->|→)>?\s{0,8}`;
/** Which of several: `password_prod`, `PASSWORD2`. */
const WHICH = raw`(?:[_-]?(?:prod|production|dev|test|staging|new|old|root|admin|user|db|hash|base64|b64|\d{1,3}))?`;

// --- rules

/** "of the wiki", "for bob on the NAS": up to the copula, within the sentence. */
const OF_WHAT = raw`(?:\s(?:for|of|to|on|in|at|de|del|du|von|für|vom|der|des|pour|para|per|van|voor|dla|do|для|от)\s[^\n.:=!?"'()]{1,40}?)?`;
const COPULA =
  '(?:\\s{1,3}(?:is now|is|was|will be|should be|must be|lautet|ist|war|es|era|son|est|était|è|é|jest|to|je|är|er|on|este|это|là|adalah)\\s{1,3}|\\s?(?:是|为|為|は|が|는|은)\\s?)';

/**
 * Where one of the words stands behind which a secret may follow, and of which kind it is: codes, passwords, keys, short
 * words, headers. What stands first in the list is what a word is taken for.
 */
const TRIGGERS = new RegExp(
  [
    raw`(?<C>${CODES})`,
    raw`(?<P>${PASSWORD}|${PHRASE})`,
    raw`(?<K>${KEY}|key(?!\p{L}))`,
    raw`(?<S>(?:${SHORT_PASSWORD}|auth|sig|signature|salt|seed|sid|session|session_?id|pat|jwt|psk)(?!\p{L}))`,
    raw`(?<H>cookie|authorization|bearer|basic(?=\s))`,
  ].join('|'),
  'giu',
);
type Trigger = 'C' | 'P' | 'K' | 'S' | 'H';

/**
 * Something that every trigger has in it, of a text in lower case: most texts have none of these, and this is ten times cheaper to ask. Whatever is
 * not written in Latin letters may hold one (and so may a long s, which is an s to the patterns).
 */
const MAY_TRIGGER = new RegExp(
  [
    raw`[\u0100-\u1fff\u2070-\uffff]`,
    raw`code|key|secret|token|credential|schl\xfcssel|phrase|mnemonic|seed words|cookie|authorization|bearer|basic\s|session|signature`,
    raw`pass[ -]?[wpc]|passord|mots? de passe|palavra-passe|pwd|kennwort|mdp|contrase|palabra clave|senha|parola|wachtwoord|haslo|heslo`,
    raw`l\xf6senord|kode|salasana|sifre|jelsz\xf3|geslo|lozinka|kata sandi|geheimzahl`,
    raw`(?:pw|pass|pin|clave|cvv2?|cvc2?|otp|auth|sig|salt|seed|sid|pat|jwt|psk)(?![a-z])`,
  ].join('|'),
);

interface FollowingRule extends PlaceRule {
  /** Kinds of words it begins with. */
  readonly behind: string;
}

const sticky = (behind: string, source: string, isValue?: PlaceRule['isValue']): FollowingRule => ({
  behind,
  pattern: new RegExp(source, 'iuy'),
  ...(isValue ? { isValue } : {}),
});

const FOLLOWING: readonly FollowingRule[] = [
  // Headers: all of the value.
  sticky(
    'H',
    raw`(authorization${QUOTE}${SEPARATOR}${QUOTE}(?:[a-z][\w-]{1,20}\s{1,3})?)[^\s"'\x60,][^"'\x60\n]{2,2000}`,
  ),
  sticky('H', raw`(cookies?${QUOTE}${SEPARATOR}${QUOTE})[^\s"'\x60][^"'\x60\n]{0,200}=[^"'\x60\n]{1,4000}`),
  sticky('H', raw`(${LEFT}(?:bearer|basic)\s{1,3})[\w.~+/=-]{12,}`),
  // name = value, in whatever notation.
  sticky('P', raw`((?:${PASSWORD})${WHICH}${QUOTE}${OF_WHAT}${SEPARATOR})${VALUE}`, isAnything),
  sticky('S', raw`(${LEFT}(?:${SHORT_PASSWORD})${WHICH}${QUOTE}${SEPARATOR})${VALUE}`, isAnything),
  sticky('KC', raw`((?:${KEY})${WHICH}${QUOTE}${SEPARATOR})${VALUE}`, isKeyValue),
  sticky(
    'SK',
    raw`(${LEFT}(?:auth|key|sig|signature|salt|seed|sid|session(?:_?id)?|pat|jwt|psk)${QUOTE}${SEPARATOR})${VALUE}`,
    (value) => isOdd(value) || /^\\{0,7}["'][A-Za-z0-9+/=]{8,}$/.test(value),
  ),
  sticky('PK', raw`((?:${PASSWORD}|secret|token)${Q}\s{1,3}value\s{0,3}=\s{0,3}["'])[^"'\n]{1,400}`),
  sticky('PK', raw`((?<=<[\w:.-]{0,40})(?:${PASSWORD}|secret|token|key)[^<>\n]{0,120}>)[^<>\n]{1,400}(?=<)`),
  // The fact grammar's copulas.
  sticky('PKC', raw`((?:${PASSWORD}|${KEY})${WHICH}${Q}?\s{1,8}-is(?:a|part)\s{1,8})${VALUE}`, isOdd),
  // Query parameters.
  sticky(
    'PSKC',
    raw`((?<=[?&][\w-]{0,30})(?:token|key|secret|sig|signature|${PASSWORD}|auth|session|sid|${KEY})=)[^&\s#"'<>]{4,2000}`,
  ),
  // Prose.
  sticky('PS', raw`(${LEFT}(?:${PASSWORD}|${SHORT_PASSWORD})${Q}?${OF_WHAT}${COPULA})${VALUE}`, isAnything),
  sticky(
    'P',
    raw`((?:${HAN})\s?(?:是|为|為|は|が|는|은|:|：)?\s{0,3})(?:${QUOTED}|[\x21-\x7e]{3,200})`,
    isOdd,
  ),
  sticky('PS', raw`(${LEFT}(?:${PASSWORD}|${SHORT_PASSWORD})\s{1,3})${VALUE}`, (value) =>
    /^["'“‘«\x60]/.test(value) ? isAnything(value) : isOdd(value),
  ),
  sticky(
    'P',
    raw`((?<=\s(?:with|using|and|use|mit|avec|con|com|met)\s(?:the\s)?)(?:${PASSWORD})\s{1,3})${VALUE}`,
    isAnything,
  ),
  sticky('P', raw`((?<=\blogin\s{1,3}\S{1,80}\s{1,8})password\s{1,3})\S{1,200}`),
  sticky(
    'P',
    raw`((?<=${LEFT}(?:set|sets|change[ds]?|reset|update[ds]?|rotate[ds]?|geändert|gesetzt)\b[^\n.]{0,40})(?:${PASSWORD})[^\n.]{0,30}?\s(?:to|as|auf|zu)\s{1,3})${VALUE}`,
    isAnything,
  ),
  sticky(
    'KC',
    raw`(${LEFT}(?:key|${KEY})${OF_WHAT}(?:${COPULA}|\s{1,3}))${VALUE}`,
    (value) => isOdd(value) && bare(value).length >= 8 && /\d/.test(value),
  ),
  sticky(
    'SPC',
    raw`(${LEFT}(?:${SHORT_PASSWORD}|${PASSWORD}|${CODES})\W{1,3}(?:(?:is|ist|was)\s)?)\d[\d -]{2,10}\d`,
  ),
  sticky('S', raw`(${LEFT}(?:cvv2?|cvc2?)\W{1,3}(?:(?:is|ist|was)\s)?)\d{3,4}`),
  // Phrases and lists of several words.
  sticky(
    'P',
    raw`(${LEFT}(?:${PHRASE})${Q}?(?:${SEPARATOR}|\s{1,3}(?:is|was|ist|reads)\s{1,3})["'“]?)[\p{L}\p{N}]{2,16}(?:[ \t,-]{1,3}[\p{L}\p{N}]{2,16}){2,23}`,
  ),
  sticky(
    'P',
    raw`(${LEFT}(?:${PASSWORD})${Q}?(?:[ \t]{0,3}[:=][ \t]{0,3}))[a-z]{2,16}(?:[ -][a-z]{2,16}){2,7}(?=[ \t.]{0,3}(?:\n|$))`,
    isPhrase,
  ),
  sticky(
    'C',
    raw`(${LEFT}(?:${CODES})\W{1,8})(?=[\w-]{0,20}\d)[\w-]{4,40}(?:[\s,;*•|-]{1,6}(?:\d{1,2}[.)]\s)?(?=[\w-]{0,20}\d)[\w-]{4,40}){0,24}`,
  ),
  // Flags.
  sticky(
    'PSKC',
    raw`((?<=(?<![\w-])--?(?:[a-z]{1,20}-){0,2})(?:${PASSWORD}|${SHORT_PASSWORD}|${KEY}|key)(?:\s{1,3}|=)["']?)[^\s"'-][^\s"']{2,400}`,
    isAnything,
  ),
];
const behind = (kind: Trigger) => FOLLOWING.filter((rule) => rule.behind.includes(kind));
/** Tried at every trigger of a kind. */
const BEHIND: Readonly<Record<Trigger, readonly FollowingRule[]>> = {
  ...{ C: behind('C'), P: behind('P'), K: behind('K'), S: behind('S'), H: behind('H') },
};

function kindOf({ C, P, K, S }: Record<string, string | undefined>): Trigger {
  if (C !== undefined) return 'C';
  if (P !== undefined) return 'P';
  if (K !== undefined) return 'K';
  return S === undefined ? 'H' : 'S';
}

const TYPE_BEHIND: Readonly<Record<Exclude<Trigger, 'S' | 'H'>, SecretType>> = {
  ...{ C: 'access_code', P: 'password', K: 'generic_token' },
};
const IS_SHORT_PASSWORD = new RegExp(`^(?:${SHORT_PASSWORD})$`, 'i');

/** What stands behind a word. */
function typeBehind(kind: Trigger, word: string): SecretType {
  if (kind === 'H') return /^cookie/i.test(word) ? 'cookie' : 'authorization';
  if (kind === 'S') return IS_SHORT_PASSWORD.test(word) ? 'password' : 'generic_token';
  return TYPE_BEHIND[kind];
}

const global = (source: string, isValue?: PlaceRule['isValue']): PlaceRule => ({
  pattern: new RegExp(source, 'giu'),
  ...(isValue ? { isValue } : {}),
});

/** Tried over a whole piece in which the gate is open. */
interface GatedRules {
  readonly gate: RegExp;
  readonly rules: readonly PlaceRule[];
}

const ELSEWHERE: readonly GatedRules[] = [
  {
    gate: /:\/\//,
    rules: [
      // scheme://user:password@host, also cut off before its host (what is only digits is a port then).
      global(raw`((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{0,200}:)[^\s/@"'<>]{1,500}(?=@)`),
      global(
        raw`((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{1,200}:)(?!\d{1,5}(?:…|$))[^\s/@…]{1,500}(?=…|$)`,
      ),
    ],
  },
  {
    gate: /\s-{1,2}[a-z]/i,
    rules: [
      global(
        raw`(\b(?:curl|wget|https?|xh|smbclient|ldapsearch)\b[^\n]{0,400}?\s(?:-u|-a|--user|--proxy-user|--auth)[\s=]{0,3}["']?[^\s:"'%]{1,80}[:%])[^\s"']{1,400}`,
      ),
      global(
        raw`(\b(?:mysql\w{0,10}|mariadb\w{0,10}|sshpass|mongo\w{0,8}|7z|zip|unzip|rar|docker|podman|oc|az|cqlsh)\b[^\n|;]{0,200}?\s-p\s{0,2}["']?)[^\s"'-][^\s"']{2,200}`,
        (value) => !/^[\d.:/]+$/.test(value) && !value.includes('/') && isAnything(value),
      ),
      global(raw`(\b(?:redis-cli|valkey-cli)\b[^\n|;]{0,200}?\s-a\s{1,3}["']?)[^\s"']{1,200}`),
      global(raw`(\bldap\w{3,8}\b[^\n|;]{0,200}?\s-w\s{0,3}["']?)[^\s"']{1,200}`),
      global(raw`(-pass(?:in|out)?\s{1,3}["']?pass:)[^\s"']{1,200}`),
      global(
        raw`(\bhtpasswd\b[^\n|;]{0,80}?\s-\w{0,6}b\w{0,6}\s{1,3}\S{1,120}\s{1,3}\S{1,80}\s{1,3})\S{1,200}`,
      ),
      global(
        raw`(\s-p\s{1,3}["']?(?<!\b(?:mkdir|cp|ssh|scp|tar|rsync|install)\b[^\n]{0,40}))[\p{L}\p{N}][^\s"'/:]{2,200}(?![^\s"'])`,
        (value) => !/^\d{1,5}$/.test(value) && isAnything(value),
      ),
    ],
  },
];

/** "hunter2 is the password of the printer.": only where one of the words stands. */
const SAID_BEFORE: GatedRules = {
  gate: new RegExp(
    raw`\b(?:is|was|ist|est|es)\s[^\n]{0,40}(?:${PASSWORD}|${SHORT_PASSWORD}|api key|token)`,
    'iu',
  ),
  rules: [
    global(
      raw`()(?<![^\s"'\x60(])[^\s"'\x60()]{3,80}(?=["'\x60]?\s(?:is|was|ist|est|es)\s(?:(?:the|my|our|your|his|her|their|das|mein|unser|le|mon|notre|la|mi)\s)?(?:[\p{L}]{1,16}\s){0,2}(?:${PASSWORD}|${SHORT_PASSWORD}|api key|token)(?!\p{L}|\s(?:manager|store|vault|policy)))`,
      isOdd,
    ),
  ],
};

/** The rules as text, for the version of whoever relies on them. */
export const PLACES_TEXT = [
  ...FOLLOWING.map(({ behind: kinds, pattern }) => `${kinds}=${pattern.source}`),
  ...[...ELSEWHERE, SAID_BEFORE].flatMap(({ rules }) => rules.map(({ pattern }) => pattern.source)),
].join('\n');

type Visit = (start: number, end: number, type: SecretType) => void;

/** Calls back with the place of everything that stands where a secret stands. */
export function visitPlaces(piece: string, visit: Visit): void {
  for (const one of ELSEWHERE) visitAll(one, piece, visit);
  if (!MAY_TRIGGER.test(piece.toLowerCase())) return;
  let isTriggered = false;
  TRIGGERS.lastIndex = 0;
  for (let word = TRIGGERS.exec(piece); word !== null; word = TRIGGERS.exec(piece)) {
    isTriggered = true;
    TRIGGERS.lastIndex = word.index + 1;
    const kind = kindOf(word.groups ?? {});
    for (const { pattern, isValue } of BEHIND[kind]) {
      pattern.lastIndex = word.index;
      const match = pattern.exec(piece);
      if (match) visitValue(match, isValue, typeBehind(kind, word[0]), visit);
    }
  }
  if (!isTriggered) return;
  visitAll(SAID_BEFORE, piece, visit);
  visitCells(piece, (start, end) => visit(start, end, 'password'));
}

function visitAll({ gate, rules }: GatedRules, piece: string, visit: Visit): void {
  if (!gate.test(piece)) return;
  for (const { pattern, isValue } of rules) {
    for (const match of piece.matchAll(pattern)) visitValue(match, isValue, 'password', visit);
  }
}

function visitValue(
  match: RegExpExecArray,
  isValue: PlaceRule['isValue'],
  type: SecretType,
  visit: Visit,
): void {
  const kept = match[1]?.length ?? 0;
  const value = match[0].slice(kept);
  if (value === '' || (isValue && !isValue(value))) return;
  visit(match.index + kept, match.index + match[0].length, type);
}

// --- answers

const ASKED = new RegExp(
  raw`${LEFT}(?:${PASSWORD}|${SHORT_PASSWORD}|${PHRASE}|${CODES}|(?:api|secret|access)[ -]?(?:key|token)|token|credentials)[^\n.!]{0,60}[?:]?\s{0,20}$`,
  'iu',
);

/** Whether a text ends by asking for a secret ("What is the password?"): the next words may be nothing else. */
export function isAskedFor(text: string): boolean {
  return ASKED.test(text);
}
