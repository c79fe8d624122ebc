// Finds the stretches of a text worth reading: blocks between blank lines, not under a heading that announces examples or formats.
// Called by cues.ts and veto.ts.

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

/** The blocks of a text between headings and blank lines, without what stands under a heading that announces examples, in order. */
export function proseBlocks(text: string): Paragraph[] {
  const blocks: Paragraph[] = [];
  let from = -1;
  let refusedLevel = 0;
  const close = (at: number) => {
    if (from !== -1) blocks.push({ start: from, end: at });
    from = -1;
  };
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, Math.min(end, start + LONGEST_HEADING));
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      close(start);
      if (refusedLevel === 0 || marks.length <= refusedLevel)
        refusedLevel = REFUSED_SECTION.test(title) ? marks.length : 0;
    } else if (line.trim() === '') close(start);
    else if (refusedLevel === 0 && from === -1) from = start;
    start = end + 1;
  }
  close(text.length);
  return blocks;
}
