// Finds the stretches of a text worth reading: blocks between blank lines, outside fenced code, not under a heading
// that announces examples or formats, and with the words of some cue in them. Cheap on purpose: most prompts hold
// none, and then nothing else of the scanner runs. Called by cues.ts only.

export interface Paragraph {
  readonly start: number;
  readonly end: number;
}

/** Words without which no cue can match; a block that has none of them is skipped unread. */
const CUE_HINT =
  /\b(?:(?:kind|type|instance|parts?|members?)\s+of|(?:owned|hosted|powered|maintained|managed|operated|run)\s+by|(?:contained|written|implemented|coded|programmed|developed|built|located|based|situated|hosted|is|are)\s+(?:[a-z]{1,20}\s+)?in|lives?\s+in|sits?\s+[io]n|(?:deployed|installed|hosted|lives?|is|are)\s+(?:[a-z]{1,20}\s+)?(?:on|to)|(?:built|based|implemented|developed|made|created)\s+(?:[a-z]{1,20}\s+)?(?:with|using|on|upon|atop)|belong(?:s|ed)?|aka|a\.k\.a\.?|(?:known|also|now)\s+as|called|named|dubbed|renamed|formerly|previously|short\s+for|(?:moved|migrated|relocated)\s+(?:\S{1,40}\s+){0,4}from|run(?:s|ning)?|hosts?|hosting|keep|call|moved|switched|deployed|installed|put|maintains|owns|operates|ISA|isa|ISPART|ispart|(?:is|are|been)(?:n['’]t)?\s+(?:\S{1,40}\s+){0,3}(?:an?|the|our|my)|is\s+(?:\S{1,40}\s+){1,5}(?:soft|middle|firm|group)ware|is\s+\S{1,40}['’]s|(?:[Tt]he|[Oo]ur|[Mm]y)\s+(?:\S{1,40}\s+){1,4}is)\s|['’]s\s+(?:now\s+)?(?:an?|the|our|my|in|on|part|owned|hosted|deployed|contained)\s/;

/** "Quill, a proxy", "Quill (a proxy)", "Quill - a proxy": a name in front of an article. What stands first is rare, so that little is tried. */
const DESCRIPTION_HINT =
  /,\s(?<=(?:[\p{Lu}`][^\s,]{0,60}|[)*\]_\s]),\s)(?:an?|the|our)\s|\((?<=[\p{Lu}`]\S{0,60}\s\()(?:an?|the)\s|\s[-–—]\s(?<=[\p{Lu}`]\S{0,60}\s[-–—]\s)an?\s/u;

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

/** Whether the words of some cue stand in a stretch of text; false means that scanning it would find nothing. */
/** "- jellyfin on caliper1": nothing else on its line. */
const PLACED_LINE = /^\W{0,8}\S{1,40} on \S{1,40}$/m;

export function mayHoldCue(text: string): boolean {
  return CUE_HINT.test(text) || PLACED_LINE.test(text) || DESCRIPTION_HINT.test(text);
}

/** The blocks of a text in which a cue may stand, in order. Linear; reads each line's head once. */
export function readableBlocks(text: string): Paragraph[] {
  if (!mayHoldCue(text)) return [];
  return proseBlocks(text).filter(({ start, end }) => mayHoldCue(text.slice(start, end)));
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
