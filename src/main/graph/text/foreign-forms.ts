// Texts that are known by their form, from its first line to its last: differences, subtitles, quoted lines, rows, and lines
// with labels (mails, few-shots, dialogues). Whoever put one into a turn did not say it: it is material. One pass over the
// lines, each looked at in its beginning only. Used by foreign.ts. Source: memory, Segmenting.
import type { Foreign } from '../types.ts';
import { TELLING_LABEL } from './foreign-names.ts';

/** Lines of a form; all patterns are sticky. */
interface Form {
  readonly why: string;
  /** A line of the form: as many in a row open it. */
  readonly line: RegExp;
  readonly least: 1 | 2;
  /** Whether a line belongs to it, once it is open; `line` where it is left out. */
  readonly rest?: RegExp;
}

const TIMING = '\\s{0,4}(?:\\d{1,2}:)?\\d{1,2}:\\d{2}(?:[.,:]\\d{2,3})? ?-->';
const FILLED = /[ \t]*\S/y;
const DIFFERENCE: Form = {
  why: 'a difference of two texts',
  line: /diff --|@@ -\d|index [0-9a-f]{6,40}\.\.|--- [^\n]{1,300}\n\+\+\+ |Index: \S|\*\*\* (?:Begin|Update|Add|Delete) |[-+](?=[\p{L}"'`{<(\\[])/uy,
  least: 1,
  rest: /[-+@\\ \t]|diff --|index [0-9a-f]{6}|(?:old|new|deleted) |(?:similarity|rename|copy|Binary|Only in|Index:|={3})|\*\*\* |\r?\n(?=[-+@ \t])/y,
};
const FORMS: readonly Form[] = [
  DIFFERENCE,
  { why: 'quoted lines', line: />[> ]*\S/y, least: 1, rest: />/y },
  {
    why: 'subtitles',
    line: new RegExp(`WEBVTT|(?:\\d{1,5}[ \\t]*\\r?\\n)?${TIMING}`, 'y'),
    least: 1,
    rest: FILLED,
  },
  {
    why: 'a transcript with times',
    line: /[[(]?(?:\d{1,2}:){1,2}\d{2}(?: ?[AaPp][Mm])?[\])]?[ \t:-]+\S/y,
    least: 2,
    rest: FILLED,
  },
  { why: 'a log', line: /\[(?![ xX]?\])[^\]\n]{1,40}\][ \t]+\S/y, least: 2 },
  {
    why: 'settings in sections',
    line: /\[\w[a-z0-9_.:-]{0,60}\][ \t]*\r?\n[^\s{[]/y,
    least: 1,
    rest: FILLED,
  },
  {
    why: 'a scenario of a test',
    line: /[ \t]{0,8}(?:Feature:|Scenario:|Given |And |When |Then )\S/y,
    least: 2,
    rest: FILLED,
  },
  { why: 'rows of a table', line: /[^,;\t\n]{1,80}(?:[,;](?=\S)|\t)/y, least: 2 },
];

const LABEL = /[ \t]{0,8}(?:[-*] )?[*_]{0,2}(\p{L}[\p{L}\p{N} _/()'’.-]{0,40}?)[*_]{0,2}:[*_]{0,2}(?=\s|$)/uy;
const HEADS_MAIL = /^(?:from|subject|fwd?|von|betreff|objet)$/;
/** Labels with which a person tells something where they stand alone. */
const SPEAKER = /^(?:user|human|question|task|q|input|assistant|system)$/;
/** A turn of more lines is a dump from there on. */
const MAX_LINES = 4096;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

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
  for (let start = 0, line = 0; start < text.length && line < MAX_LINES; line++) {
    const sign = text.charAt(start);
    const isSigned = sign === '-' || sign === '+';
    const isPair = isSigned && signed.sign !== '' && sign !== signed.sign && text.charAt(start + 1) !== sign;
    const form = isPair ? DIFFERENCE : FORMS.find((one) => opens(one, text, start));
    if (form) {
      const end = formEnd(text, start, form);
      found.push(material(text, isPair ? signed.from : start, end, form.why));
      signed = { sign: '', from: 0 };
      start = end;
      continue;
    }
    if (sign !== signed.sign) signed = { sign: isSigned ? sign : '', from: start };
    LABEL.lastIndex = start;
    const label = LABEL.exec(text)?.[1]?.toLowerCase();
    if (label !== undefined && (SPEAKER.test(label) || !TELLING_LABEL.test(label)))
      labelled.push({ start, line, label });
    start = lineEnd(text, start);
  }
  return [...found, ...labelledForms(text, labelled)];
}

const material = (text: string, start: number, end: number, why: string): Foreign => ({
  start,
  end,
  kind: 'material',
  isOpen: end === text.length,
  why,
});

function opens({ line, least }: Form, text: string, at: number): boolean {
  const next = lineEnd(text, at);
  const second = text.charAt(next) === '\n' ? next + 1 : next;
  return matches(line, text, at) && (least === 1 || matches(line, text, second));
}

/** Where the form ends: behind its last line. */
function formEnd(text: string, start: number, { line, rest = line }: Form): number {
  let end = lineEnd(text, start);
  while (end < text.length && matches(rest, text, end)) end = lineEnd(text, end);
  return end;
}

/**
 * Lines with labels are a form where a label comes again or speakers take turns: from the first to the end of the last one's
 * paragraph; a mail's head goes to the turn's end.
 */
function labelledForms(text: string, lines: readonly Labelled[]): Foreign[] {
  const times = new Map<string, number>();
  for (const { label } of lines) times.set(label, (times.get(label) ?? 0) + 1);
  const ofForm = lines.filter(
    ({ label, line }, n) =>
      HEADS_MAIL.test(label) ||
      (times.get(label) ?? 0) > 1 ||
      (SPEAKER.test(label) && (lines[n - 1]?.line === line - 1 || lines[n + 1]?.line === line + 1)),
  );
  const [first, last] = [ofForm[0], ofForm.at(-1)];
  if (!first || !last) return [];
  const isMail = ofForm.some(({ label }) => HEADS_MAIL.test(label));
  const end = isMail ? text.length : paragraphEnd(text, last.start);
  return [material(text, first.start, end, isMail ? 'a mail' : `lines with labels (${first.label}: …)`)];
}

/** The offset behind the line that `at` lies on. */
export const lineEnd = (text: string, at: number): number => text.indexOf('\n', at) + 1 || text.length;

/** Behind the empty line that ends the paragraph. */
export function paragraphEnd(text: string, from: number): number {
  PARAGRAPH_END.lastIndex = Math.max(0, from - 1);
  return PARAGRAPH_END.test(text) ? PARAGRAPH_END.lastIndex : text.length;
}

const PARAGRAPH_END = /\n[ \t\r]*\n/g;
