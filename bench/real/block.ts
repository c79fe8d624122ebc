// Reads a recollection block as an agent sees it: whose facts it shows, and which words it asks about. Pure; its lines are those of
// memory, Recollection. Used by recalled.ts and questions.ts.

export interface ReadBlock {
  /** In the block's order. */
  readonly concepts: string[];
  readonly asked: string[];
}

const OPENING = '<recollection>\n';
const CLOSING = '\n</recollection>';

/** The recollection block of a prompt; null where it has none. */
export function blockIn(prompt: string): string | null {
  const from = prompt.indexOf(OPENING);
  const to = prompt.indexOf(CLOSING, from);
  return from < 0 || to < 0 ? null : prompt.slice(from, to + CLOSING.length);
}

/** @param block with its tags, or null for none */
export function readBlock(block: string | null): ReadBlock {
  const concepts: string[] = [];
  const asked: string[] = [];
  for (const line of block?.split('\n') ?? []) {
    const question = /^\? (\S+): no recollection/.exec(line)?.[1];
    const concept = /^(\S+): \[/.exec(line)?.[1];
    if (question !== undefined) asked.push(question);
    else if (concept !== undefined) concepts.push(concept);
  }
  return { concepts, asked };
}
