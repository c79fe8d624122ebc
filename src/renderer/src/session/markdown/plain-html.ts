// Raw HTML of an answer as the words it is: shown, never run. A remark plugin, and how deep a text may stand in itself before it is shown as it came.
// Pure. Source: console, Chat.

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

function shownAsWords(parent: Node, isFlow: boolean): void {
  parent.children = parent.children?.map((node) => {
    if (node.type !== 'html') {
      shownAsWords(node, FLOW.has(node.type));
      return node;
    }
    const words: Node = { type: 'text', value: node.value ?? '' };
    return isFlow ? { type: 'paragraph', children: [words] } : words;
  }) as Node[];
  if (parent.children === undefined) delete parent.children;
}

const FLOW: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** For react-markdown: HTML becomes text before anything is made of it. */
export const plainHtml = () => (tree: unknown) => shownAsWords(tree as Node, true);

/** A table is read line by line; everything else may cost the square of its length. */
const MOST = { table: 20_000, other: 8000, marks: 1000 } as const;
const DEEPEST = 24;

/** Whether a block is worth reading as markdown: not longer, not fuller of marks and not deeper in quotations, lists or brackets than people write. */
export function isReadable(text: string): boolean {
  if (text.length > (text.startsWith('|') ? MOST.table : MOST.other)) return false;
  let depth = 0;
  let run = 0;
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x5b) depth++;
    else if (sign === 0x5d) depth = Math.max(0, depth - 1);
    if (MARKS.has(sign)) marks++;
    run = RUNS.has(sign) ? run + 1 : 0;
    if (depth > DEEPEST || run > 2 * DEEPEST + 80 || marks > MOST.marks) return false;
    if (sign === 0x0a && nesting(text, at + 1) > DEEPEST) return false;
  }
  return nesting(text, 0) <= DEEPEST;
}

const signs = (all: string): ReadonlySet<number> => new Set([...all].map((sign) => sign.charCodeAt(0)));
/** What is weighed against each other. */
const MARKS = signs('*_~`[<!&');
/** The same and what nests, in a row. */
const RUNS = signs('!(*<>[_`~ \t');

/** Quotation marks and pairs of blanks at the beginning of a line. */
function nesting(text: string, from: number): number {
  let deep = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '>' || sign === '-' || sign === '*' || sign === '+') deep += 1;
    else if (sign === ' ') deep += 0.5;
    else if (sign === '\t') deep += 2;
    else break;
  }
  return deep;
}
