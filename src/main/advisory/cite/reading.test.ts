// Promise: what a markdown renderer shows as code, links, images and definitions is that for us too, so that no marker is read in them and none is lost
// beside them. Held against the parser that draws the console's answers.
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { readBrief } from './reading.ts';

interface Node {
  readonly type: string;
  readonly position?: {
    readonly start: { readonly offset: number };
    readonly end: { readonly offset: number };
  };
  readonly children?: readonly Node[];
}

const CLOSED = new Set([
  'code',
  'inlineCode',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'definition',
]);

/** Spans in which the renderer shows no text of the answer's own. */
function closedIn(text: string): { start: number; end: number }[] {
  let root: Node | null = null;
  const keep = () => (tree: unknown) => {
    root = structuredClone(tree) as Node;
  };
  Markdown({ children: text, remarkPlugins: [remarkGfm, keep] });
  const spans: { start: number; end: number }[] = [];
  const waiting: Node[] = root === null ? [] : [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (CLOSED.has(node.type) && node.position)
      spans.push({ start: node.position.start.offset, end: node.position.end.offset });
    else waiting.push(...(node.children ?? []));
  }
  return spans;
}

/** What markdown turns on; no HTML, which we read more strictly, and no number above one, at which the other parser leaves CommonMark. */
const PIECES = [
  ...[
    '{1}',
    '{1}',
    '{2}',
    'word',
    'b ',
    '\n',
    '\n',
    '\n\n',
    '`',
    '``',
    '```',
    '~~~',
    '````',
    '    ',
    '  ',
    '   ',
    '\t',
  ],
  ...[
    '> ',
    '- ',
    '* ',
    '1. ',
    '# ',
    '(x)',
    '](y)',
    '[',
    '[t',
    '![',
    '](',
    '\\',
    '|',
    '|-|',
    '---',
    '===',
    '***',
    '"q"',
    ')',
    '!',
  ],
  ...['[r]: u\n', '[t][r]', '<https://x.y>'],
];

it('reads code, links and definitions as the renderer does', () => {
  const text = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
    .map((pieces) => pieces.join('').replaceAll('\\<', '<'));
  fc.assert(
    fc.property(text, (given) => {
      // Carets: a name before them does not make them an index.
      const written = given.replace(/\{([12])\}/g, '[^$1]');
      const closed = closedIn(written);
      const places = [...written.matchAll(/\[\^[12]\]/g)].map(({ index }) => index);
      const open = places.filter((at) => !closed.some(({ start, end }) => at >= start && at < end));
      const isOwn = (at: number) => /\\$/.test(written.slice(0, at)) || written.startsWith(':', at + 4);
      const found = readBrief(written).markers.map(({ start }) => start);
      expect(found.filter((at) => written.charAt(at + 3) === ']' && !isOwn(at))).toEqual(
        open.filter((at) => !isOwn(at)),
      );
    }),
    { numRuns: runs(5000) },
  );
});
