// Markdown cut into the blocks it is made of, while it still grows: paragraphs, lists, tables, code. A block that is over stays the same object, so
// that only the last one is read and drawn anew with each word. Reads line by line and never goes back beyond the last block. Pure.
// Source: console, Chat.

export interface Block {
  /** Where it begins in the text. */
  readonly at: number;
  /** `code`: what stands between fences. */
  readonly kind: 'prose' | 'code';
  /** Of code: what is between the fences; else markdown. */
  readonly text: string;
  /** Of code: what it is written in, as the fence says. */
  readonly language: string;
  /** No word is added to it any more. */
  readonly isOver: boolean;
}

export interface Cut {
  readonly text: string;
  readonly blocks: readonly Block[];
}

export const NO_BLOCKS: Cut = { text: '', blocks: [] };

/** A list or quotation that goes on and on is cut at its next item. */
const LONG = 3000;

/**
 * @param before the same text when it was shorter; its finished blocks are kept
 * @param isWhole nothing comes any more
 */
export function cutIntoBlocks(text: string, before: Cut = NO_BLOCKS, isWhole = false): Cut {
  const isOver = before.blocks.every((block) => block.isOver);
  if (text === before.text && isOver === isWhole) return before;
  const last = before.blocks.at(-1);
  const goesOn = last !== undefined && text.startsWith(before.text);
  const kept = goesOn ? before.blocks.slice(0, -1) : [];
  const fresh = [...blocksFrom(text, goesOn ? last.at : 0)];
  const end = fresh.length - 1;
  const blocks = fresh.map((block, at) => (at < end || isWhole ? { ...block, isOver: true } : block));
  return { text, blocks: [...kept, ...blocks] };
}

interface Line {
  readonly at: number;
  readonly text: string;
}

function* linesFrom(text: string, from: number): Generator<Line> {
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at);
    yield { at, text: end < 0 ? text.slice(at) : text.slice(at, end) };
    if (end < 0) return;
    at = end + 1;
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: |$)/;
const INDENTED = /^(?: {2}|\t)/;

function* blocksFrom(text: string, from: number): Generator<Block> {
  let prose: Line[] = [];
  let code: { at: number; fence: string; language: string; lines: string[] } | null = null;
  let isBlank = false;
  const proseBlock = (): Block | null => {
    const first = prose[0];
    if (!first) return null;
    const lines = prose.map((line) => line.text);
    prose = [];
    return { at: first.at, kind: 'prose', text: lines.join('\n'), language: '', isOver: false };
  };
  for (const line of linesFrom(text, from)) {
    if (code) {
      if (closes(line.text, code.fence)) {
        yield codeBlock(code);
        code = null;
      } else code.lines.push(line.text);
      continue;
    }
    const fence = FENCE.exec(line.text);
    // Within a list a fence is the item's own.
    if (fence && !(isListed(prose) && INDENTED.test(line.text))) {
      const done = proseBlock();
      if (done) yield done;
      const [, marks = '', says = ''] = fence;
      code = { at: line.at, fence: marks, language: says.trim().split(' ')[0] ?? '', lines: [] };
      isBlank = false;
      continue;
    }
    if (line.text.trim() === '') {
      isBlank = true;
      if (prose.length > 0) prose.push(line);
      continue;
    }
    if (prose.length > 0 && (isBlank ? begins(line, prose) : goesOnTooLong(line, prose))) {
      const done = proseBlock();
      if (done) yield done;
    }
    isBlank = false;
    prose.push(line);
  }
  if (code) yield codeBlock(code);
  const done = proseBlock();
  if (done) yield done;
}

const codeBlock = ({ at, language, lines }: { at: number; language: string; lines: string[] }): Block => ({
  ...{ at, kind: 'code', text: lines.join('\n'), language, isOver: false },
});

/** At least as many of the same marks, and nothing else. */
function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.length >= fence.length && marks === (fence[0] ?? '').repeat(marks.length);
}

const isListed = (prose: readonly Line[]): boolean => prose[0] !== undefined && ITEM.test(prose[0].text);

/** Whether a line after a blank one begins another block: not within a list, unless that is long already. */
function begins(line: Line, prose: readonly Line[]): boolean {
  if (!isListed(prose)) return true;
  if (INDENTED.test(line.text)) return false;
  return !ITEM.test(line.text) || goesOnTooLong(line, prose);
}

/** Another item of a list that is long already. */
const goesOnTooLong = (line: Line, prose: readonly Line[]): boolean =>
  isListed(prose) && ITEM.test(line.text) && line.at - (prose[0]?.at ?? 0) > LONG;
