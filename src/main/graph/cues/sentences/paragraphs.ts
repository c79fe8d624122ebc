// Finds the stretches of a text worth reading: blocks between blank lines, outside fenced code, not under a heading
// that announces examples or formats, and with the words of some cue in them. Cheap on purpose: most prompts hold
// none, and then nothing else of the scanner runs. Called by cues.ts only.

export interface Paragraph {
  readonly start: number;
  readonly end: number;
}

const HEADING = /^[ \t]{0,3}(#{1,6})[ \t]+(.*)/;
/** Under such a heading stand samples, shapes and parts to be played, not facts. */
const REFUSED_SECTION =
  /^\W*(?:examples?|persona|character|formats?|prompts?|template|schema|scenarios?)\b|\b(?:examples?|formats?|templates?|persona)\W*$/i;
/** Longest heading that is read. */
const LONGEST_HEADING = 200;

class BlockReader {
  readonly blocks: Paragraph[] = [];
  private readonly text: string;
  private from = -1;
  private refusedLevel = 0;

  constructor(text: string) {
    this.text = text;
  }

  line(start: number, end: number): void {
    const line = this.text.slice(start, Math.min(end, start + LONGEST_HEADING));
    const heading = HEADING.exec(line);
    if (heading !== null) {
      this.close(start);
      const level = heading[1]?.length ?? 1;
      if (this.refusedLevel === 0 || level <= this.refusedLevel) {
        this.refusedLevel = REFUSED_SECTION.test(heading[2] ?? '') ? level : 0;
      }
    } else if (line.trim() === '') this.close(start);
    else if (this.refusedLevel === 0 && this.from === -1) this.from = start;
  }

  close(at: number): void {
    if (this.from === -1) return;
    this.blocks.push({ start: this.from, end: at });
    this.from = -1;
  }
}

/** The blocks of a text outside fenced code, headings and what stands under a heading that announces examples, in order. */
export function proseBlocks(text: string): Paragraph[] {
  const reader = new BlockReader(text);
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    reader.line(start, end);
    start = end + 1;
  }
  reader.close(text.length);
  return reader.blocks;
}
