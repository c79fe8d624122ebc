// Puts a mark in the place of what changes by itself: times, dates, durations, UUIDs, process ids, memory addresses,
// temporary file names, each known by its shape or by the word in front of it. Every other number stays: pages, offsets,
// node names, counts, exit codes. Pure; linear (each alternative is bounded). Source: loops, Masking.
// Used by canonical-args.ts and turn-features.ts.

/** What stands in the place of a volatile part. */
export const MARK = '\u0001';

/** Up to so many UUIDs of one text are kept by name. */
const MAX_UUIDS = 500;

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const SECONDS = String.raw`\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[A-Z]{2,4}T)\b| ?[+-]\d{2}:?\d{2}\b)?`;
const CLOCK = String.raw`(?:${SECONDS}|\d{1,2}:\d{2})(?: ?[AaPp][Mm]\b)?${ZONE}`;
const UUID = /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/g;
/** Looked for first: it begins with a sign that is rare. */
const UUID_TAIL = /-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/;
const TEMP = String.raw`\/(?:tmp|temp|Temp|T)\/[\w.+-]{1,128}`;
const PYTHON_TEMP = String.raw`\btmp(?=[a-z_]{0,8}\d)[a-z0-9_]{8}\b`;
const UNIT =
  '(?:ns|µs|us|ms|s|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?)(?![A-Za-z0-9_])(?! (?:left|remaining|to go))';
/** What stands in front of a number of seconds or milliseconds since 1970. */
const EPOCH_NAME =
  '(?:[Tt]ime(?:stamp)?|[Tt]s|[Ee]poch|[a-z]{2,16}_(?:at|on|time|ts)|[a-z]{2,16}(?:At|Time)|[Dd]ate)';
const IS = String.raw`["']?\s?[:=]\s?["']?`;
const EPOCH = String.raw`1[5-9]\d{8}(?:\d{3}){0,2}(?:\.\d{1,9})?\b(?<=\b${EPOCH_NAME}${IS}[\d.]{10,26})`;

/** One thing to mask, and what a text must hold for it to be looked for at all: that search is native and costs little. */
interface Pass {
  readonly pattern: RegExp;
  readonly needs?: readonly string[];
}

const pass = (alternatives: readonly string[], needs?: readonly string[]): Pass => ({
  pattern: new RegExp(alternatives.join('|'), 'g'),
  ...(needs ? { needs } : {}),
});

const TEMP_PASSES: readonly Pass[] = [
  pass([TEMP], ['/tmp/', '/temp/', '/Temp/', '/T/']),
  pass([PYTHON_TEMP], ['tmp']),
];

/** What an observation says of the moment, in this order. */
const IN_OBSERVATIONS: readonly Pass[] = [
  ...TEMP_PASSES,
  pass([String.raw`pytest-of-\w{1,32}\/pytest-\d{1,6}`], ['pytest-of-']),
  // Foo@1b6d3586
  pass([String.raw`@(?=[a-f]{0,7}\d)[0-9a-f]{6,8}\b(?!\.)(?<=[A-Za-z$]@[0-9a-f]{6,8})`], ['@']),
  // the id a server gave the request
  pass(
    [
      String.raw`\b(?:[Rr]equest|[Tt]race|[Cc]orrelation|[Ss]pan|[Cc]hunk)[ _-]?[Ii][Dd]["']?\s?[:=]?\s?["']?[\w-]{6,64}`,
    ],
    ['equest', 'race', 'orrelation', 'pan_', 'panI', 'pan ', 'hunk'],
  ),
  pass(
    [
      // Sun Nov 22 01:53:56 UTC 2026, November 22, 2026, Sun, 22 Nov 2026
      String.raw`\b(?:${DAY},? )?${MONTH} {1,2}\d{1,2}(?:st|nd|rd|th)?\b(?!\.\d)(?:,? (?:19|20)\d{2}\b)?(?:,? ${CLOCK})?(?: (?:19|20)\d{2}\b)?`,
      String.raw`\b(?:${DAY},? )?\d{1,2}(?:st|nd|rd|th)? ${MONTH},? (?:19|20)\d{2}(?: ${CLOCK})?`,
    ],
    ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ),
  {
    pattern: new RegExp(
      String.raw`(?=\d)(?<!\d)(?:${[
        // 2026-11-22, 2026/11/22 01:53:56.123Z
        String.raw`(?<![\w.-])\d{4}([-/])(?:0?[1-9]|1[0-2])\1\d{1,2}(?:(?:T|, ?| )${CLOCK})?(?![\w])`,
        // 22.11.2026, 11/22/2026 1:53 PM
        String.raw`(?<![\w./-])\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2}(?:(?:,? )${CLOCK})?(?![\w])`,
        // 01:53:56.123; never a line and column
        String.raw`(?<![\w:./-])${SECONDS}(?: ?[AaPp][Mm]\b)?${ZONE}(?![\w:])`,
        // 1:53 PM, at 01:53, 01:53 UTC
        String.raw`(?<![\w:./-])\d{1,2}:\d{2}(?: ?[AaPp][Mm]\b| (?:UTC|GMT)\b)`,
        String.raw`(?<=\b(?:at|since|until|time:?|now:?) )\d{2}:\d{2}(?![\w:])`,
        EPOCH,
        // 0m1.234s, 1h 2m 3s, 12.5 ms, 3 minutes ago; but not what is still to come
        String.raw`(?<![\w.]|ETA:? )(?:\d{1,6}[dhm] ?){1,3}\d{1,6}(?:\.\d{1,9})?s\b`,
        String.raw`(?<![\w.]|ETA:? |in )\d{1,12}(?:[.,]\d{1,9})? ?${UNIT}`,
        String.raw`(?<=\b[Ii]n )(?:\d{1,12}\.\d{1,9} ?${UNIT}|\d{1,12} ?(?:ns|µs|us|ms|s)\b)`,
        // "duration_seconds": 1.4
        String.raw`(?<=\b(?:duration|elapsed|took)\w{0,16}${IS})\d{1,12}(?:\.\d{1,9})?\b`,
        // pid 4711, "PID": 4711, process id=4711
        String.raw`(?<=\b(?:[Pp]id|PID|[Pp]rocess (?:id|ID))["']?\s?[:=#]?\s?)\d{1,8}\b`,
        // Process: 4711 ExecStart=..., as systemd has it; not a stage of many
        String.raw`(?<=\bProcess: )\d{3,8}\b(?! of\b|\/)`,
        // 0x7ffd3c2a1b10, <Foo at 0x10f3c>
        String.raw`(?<!\w)0x[0-9a-fA-F]{9,16}\b`,
        String.raw`(?<=\b(?:at|ptr|pointer|address:?|addr:?) )0x[0-9a-fA-F]{4,8}\b`,
      ].join('|')})`,
      'g',
    ),
  },
  // what a harness leaves of its budget, and which cell a kernel ran: both move with every call
  pass(
    [
      String.raw`\b[Yy]ou (?:still )?have (?:only )?\d{1,4} (?:more )?(?:steps?|turns?|attempts?|tries|rounds?|chances?|iterations?|actions?|calls?)\b[^.\n]{0,80}`,
      String.raw`\b(?:In|Out) ?\[\d{1,4}\]`,
    ],
    ['ou have ', 'ou still have ', 'In[', 'In [', 'Out['],
  ),
  // A syslog line's process id: behind a time, a host perhaps, and a program's name.
  pass([String.raw`(?<=${MARK} (?:[\w.-]{1,64} )?[\w./-]{1,48})\[\d{1,8}\](?=:)`], [MARK]),
];

/**
 * What an argument says of the moment. An agent chooses its arguments: a date, a round hour, an address or a process id
 * there is what the action is about. A running clock, a temporary name and a UUID nobody named before are not.
 */
const IN_ARGUMENTS: readonly Pass[] = [
  ...TEMP_PASSES,
  pass([String.raw`(?<![\w.-])\d{4}([-/])(?:0?[1-9]|1[0-2])\1\d{1,2}(?:T|, ?| )${SECONDS}${ZONE}`], [':']),
  pass([EPOCH], ['1']),
];

/** A run of letters and digits as a generator of names makes it: both kinds, or a time in seconds or milliseconds. */
const RANDOM_TAIL =
  /(?:^|[-_.+])(?:(?=[a-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{6,}|(?=[a-z]*[A-Z])(?=[A-Z]*[a-z])[A-Za-z]{6,10}|1[5-9]\d{8}(?:\d{3})?)(?=[-_.+]|$)/;
const PYTHON_NAME = /^tmp[a-z0-9_]{6,10}(?:\.|$)/;
const MKTEMP_NAME = /^tmp\.[A-Za-z0-9]{6,}/;

/** Whether a file in a temporary directory has a made-up name. `chunk_001.txt` has not. */
function isMadeUp(name: string): boolean {
  return PYTHON_NAME.test(name) || MKTEMP_NAME.test(name) || RANDOM_TAIL.test(name);
}

function maskedTemp(path: string): string {
  const cut = path.indexOf('/', 1) + 1;
  return isMadeUp(path.slice(cut)) ? path.slice(0, cut) + MARK : path;
}

/** A clock at the full minute is what somebody asks for, not the time it happens to be. */
const isRound = (found: string): boolean => /:\d{2}:00(?:[.,]0+)?(?!\d|[.,]\d)/.test(found);

export interface Masked {
  readonly text: string;
  /** The UUIDs that were masked: in arguments, whether they are volatile is told by the history. */
  readonly uuids: string[];
}

/** An observation with its volatile parts masked. */
export function maskObservation(text: string): Masked {
  return maskedBy(IN_OBSERVATIONS, text, (found) => (found.startsWith('/') ? maskedTemp(found) : MARK));
}

/** Arguments with their volatile parts masked. */
export function maskArguments(text: string): Masked {
  return maskedBy(IN_ARGUMENTS, text, (found) => {
    if (found.startsWith('/')) return maskedTemp(found);
    return isRound(found) ? found : MARK;
  });
}

function maskedBy(passes: readonly Pass[], text: string, mask: (found: string) => string): Masked {
  const masked = withoutUuids(text);
  let rest = masked.text;
  for (const { pattern, needs } of passes) {
    if (!needs || needs.some((word) => rest.includes(word))) rest = rest.replace(pattern, mask);
  }
  return { text: rest, uuids: masked.uuids };
}

function withoutUuids(text: string): Masked {
  const uuids: string[] = [];
  if (!UUID_TAIL.test(text)) return { text, uuids };
  const rest = text.replace(UUID, (found) => {
    if (uuids.length < MAX_UUIDS) uuids.push(found.toLowerCase());
    return MARK;
  });
  return { text: rest, uuids };
}

/** White space folded to single spaces, none at the ends. */
export function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
