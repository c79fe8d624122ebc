// Texts that are known by their form, from its first line to its last: differences, subtitles, quoted lines, comma-separated
// rows, and lines with labels (mails, few-shots, dialogues, settings). Whoever put one into a turn did not say it: it is
// material. One pass over the lines, each looked at in its beginning only. Used by foreign.ts. Source: memory, Segmenting.
import type { Foreign } from '../types.ts';
import { TELLING_LABEL, TELLS } from './foreign-names.ts';

interface Form {
  readonly why: string;
  /** Whether the form begins here. Sticky. */
  readonly opens: RegExp;
  /** Whether the line belongs to it, once it has begun. Sticky. */
  readonly goesOn: RegExp;
}

const GAP = '[ \\t\\r]*(?:\\n|$)';
const TIMING = '\\s{0,4}(?:\\d{1,2}:)?\\d{1,2}:\\d{2}(?:[.,:]\\d{2,3})? ?-->';
const DIFFERENCE: Form = {
  why: 'a difference of two texts',
  opens:
    /diff --|@@ -\d|index [0-9a-f]{6,40}\.\.|--- [^\n]{1,300}\n\+\+\+ |Index: \S|\*\*\* (?:Begin|Update|Add|Delete) |[-+](?=[\p{L}"'`{<(\\[])/uy,
  goesOn:
    /[-+@\\ \t]|diff --|index [0-9a-f]{6}|(?:old|new|deleted) |(?:similarity|rename|copy|Binary|Only in|Index:|={3})|\*\*\* |\r?\n(?=[-+@ \t])/y,
};
const FORMS: readonly Form[] = [
  DIFFERENCE,
  {
    why: 'subtitles',
    opens: new RegExp(`(?:WEBVTT|(?:\\d{1,5}[ \\t]*\\r?\\n)?${TIMING})`, 'y'),
    goesOn: new RegExp(`\\S|${GAP}(?=(?:\\d{1,5}[ \\t]*\\r?\\n)?${TIMING})`, 'y'),
  },
  {
    why: 'a transcript with times',
    opens:
      /[[(]?(?:\d{1,2}:){1,2}\d{2}(?: ?[AaPp][Mm])?[\])]?[ \t:-]+\S[^\n]{0,2000}\n{1,2}[[(]?(?:\d{1,2}:){1,2}\d{2}/y,
    goesOn: /\S|[ \t\r]*\n(?=[[(]?(?:\d{1,2}:){1,2}\d{2})/y,
  },
  {
    why: 'a log',
    opens: /\[(?![ xX]?\])[^\]\n]{1,40}\][ \t]+\S[^\n]{0,2000}\n\[[^\]\n]{1,40}\][ \t]/y,
    goesOn: /\[/y,
  },
  {
    why: 'settings in sections',
    opens: /\[\w[a-z0-9_.:-]{0,60}\][ \t]*\r?\n[^\s{[]/y,
    goesOn: /\S|[ \t\r]*\n(?=\[\w[a-z0-9_.:-]{0,60}\][ \t]*\r?\n)/y,
  },
  {
    why: 'a scenario of a test',
    opens:
      /[ \t]{0,8}(?:Feature:|Scenario:|Given )[^\n]{1,300}\n[ \t]{0,8}(?:Scenario:|Given |And |When |Then )/y,
    goesOn: /[ \t]*\S/y,
  },
  { why: 'quoted lines', opens: />[> ]*\S/y, goesOn: />/y },
  {
    why: 'rows of a table',
    opens: /[^,\n]{1,80},[^\s,\d][^\n]{0,300}\n[^,\n]{1,80},[^\s,\d]/y,
    goesOn: /[^,\n]{0,200},\S/y,
  },
];

const HUNK = /@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/y;
const LABEL = /[ \t]{0,8}(?:[-*] )?[*_]{0,2}(\p{L}[\p{L}\p{N} _/()'’.-]{0,40}?)[*_]{0,2}:[*_]{0,2}(?=\s|$)/uy;
const MAIL = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'sent',
  'reply-to',
  'message-id',
  'von',
  'an',
  'betreff',
  'de',
  'objet',
]);
/** Labels with which a person tells something where they stand alone. */
const SPEAKER = /^(?:user|human|question|task)$/i;
/** Words of a label. */
const MAX_LABEL_WORDS = 4;
const MAX_LABELS = 2000;

const matches = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

interface Labelled {
  readonly start: number;
  readonly line: number;
  readonly label: string;
}

/** The stretches of a text whose form says that its speaker did not say them, in order; labelled ones may overlap others. */
export function formStretches(text: string): Foreign[] {
  const found: Foreign[] = [];
  const labelled: Labelled[] = [];
  /** Where the lines begin that open with the same one of `-` and `+` as the line before. */
  let signed = { sign: '', from: 0 };
  for (let start = 0, line = 0; start < text.length; line++) {
    const sign = text.charAt(start);
    const isPair =
      sign === (signed.sign === '-' ? '+' : '-') && signed.sign !== '' && text.charAt(start + 1) !== sign;
    const form = isPair ? DIFFERENCE : FORMS.find(({ opens }) => matches(opens, text, start));
    if (form) {
      const end = formEnd(text, start, form);
      found.push(material(text, isPair ? signed.from : start, end, form.why));
      signed = { sign: '', from: 0 };
      start = end;
      continue;
    }
    if (sign !== signed.sign) signed = { sign: sign === '-' || sign === '+' ? sign : '', from: start };
    LABEL.lastIndex = start;
    const label = labelled.length < MAX_LABELS ? LABEL.exec(text)?.[1] : undefined;
    if (
      label !== undefined &&
      label.split(' ').length <= MAX_LABEL_WORDS &&
      !TELLS.test(label) &&
      (!TELLING_LABEL.test(label) || SPEAKER.test(label))
    )
      labelled.push({ start, line, label: label.toLowerCase() });
    start = lineEnd(text, start);
  }
  return [...found, ...labelledForms(text, labelled)];
}

const lineEnd = (text: string, at: number): number => text.indexOf('\n', at) + 1 || text.length;

const material = (text: string, start: number, end: number, why: string): Foreign => ({
  start,
  end,
  kind: 'material',
  isOpen: end === text.length,
  why,
});

/** Where the form ends: behind its last line; lines that a hunk of a difference counts are its own however they begin. */
function formEnd(text: string, start: number, { goesOn }: Form): number {
  let [before, behind] = [0, 0];
  let end = start;
  for (let at = start; at < text.length; at = lineEnd(text, at)) {
    HUNK.lastIndex = at;
    const hunk = HUNK.exec(text);
    if (hunk) [before, behind] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    else {
      if (at !== start && before <= 0 && behind <= 0 && !matches(goesOn, text, at)) break;
      const sign = text.charAt(at);
      if (sign !== '+') before--;
      if (sign !== '-') behind--;
    }
    end = lineEnd(text, at);
  }
  return end;
}

/**
 * Lines with labels are a form where two stand together or a label comes again: from the first to the end of the last one's
 * paragraph; a mail's head goes to the turn's end.
 */
function labelledForms(text: string, lines: readonly Labelled[]): Foreign[] {
  if (lines.length < 2) return [];
  const times = new Map<string, number>();
  for (const { label } of lines) times.set(label, (times.get(label) ?? 0) + 1);
  const ofForm = lines.filter(
    ({ label, line }, n) =>
      (times.get(label) ?? 0) > 1 || lines[n - 1]?.line === line - 1 || lines[n + 1]?.line === line + 1,
  );
  const [first, last] = [ofForm[0], ofForm.at(-1)];
  if (!first || !last) return [];
  const isMail = ofForm.filter(({ label }) => MAIL.has(label)).length > 1;
  const end = isMail ? text.length : paragraphEnd(text, last.start);
  return [material(text, first.start, end, isMail ? 'a mail' : `lines with labels (${first.label}: …)`)];
}

/** Behind the empty line that ends the paragraph. */
function paragraphEnd(text: string, from: number): number {
  PARAGRAPH_END.lastIndex = from;
  return PARAGRAPH_END.test(text) ? PARAGRAPH_END.lastIndex : text.length;
}

const PARAGRAPH_END = /\n[ \t\r]*\n/g;
