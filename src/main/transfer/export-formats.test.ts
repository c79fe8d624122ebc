import { describe, expect, it } from 'vitest';
import { csvRow } from '../../shared/files/csv-cells.ts';
import { xmlText } from '../../shared/files/xml-text.ts';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { fact, type TempMemory, tempMemory, told } from '../memory/testing/temp-memory.ts';
import { TEST_DIALECTS } from '../store/testing/temp-store.ts';
import { exported } from './testing/files.ts';

const SAID = [
  'r&d',
  '<lab>',
  '"quoted"',
  "it's",
  '=cmd|calc',
  '@home',
  '+1',
  '-x',
  'ünïcode',
  '漢字',
  'a,b',
  'emoji😀',
];

async function told12({ memory }: TempMemory): Promise<void> {
  await memory.tell(
    'default',
    SAID.map((token) => fact(`${token} isa thing`)),
    told(),
  );
  await memory.tell('default', [fact('r&d ispart <lab>', 'membership'), fact('r&d isa other')], told());
}

/** Rows of RFC 4180, strictly: CRLF, quotes doubled, nothing after a closing quote. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const cell = /"(?:[^"]|"")*"|[^",\r\n]*/y;
    cell.lastIndex = at;
    const [raw = ''] = cell.exec(text) ?? [];
    row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    at += raw.length;
    if (text[at] === ',') at++;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`not CSV at ${at}: ${text.slice(at, at + 20)}`);
  }
  return rows;
}

/** Elements of XML in order, or an error where it is not well-formed; knows what our files use of it. */
function xmlElements(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const decode = (raw: string) => {
    if (/[<]|&(?!(?:amp|lt|gt|quot|#13);)/.test(raw)) throw new Error(`not escaped: ${raw}`);
    return raw
      .replaceAll('&#13;', '\r')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  };
  const pieces = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '').split(/(<[^>]*>)/);
  for (const piece of pieces) {
    const end = /^<\/(\w+)>$/.exec(piece);
    const start = /^<(\w+)((?:\s+[\w:.]+="[^"<]*")*)\s*(\/?)>$/.exec(piece);
    if (end) {
      if (open.pop()?.name !== end[1]) throw new Error(`closes what is not open: ${piece}`);
    } else if (start) {
      const attributes = Object.fromEntries(
        [...(start[2] ?? '').matchAll(/([\w:.]+)="([^"]*)"/g)].map(([, key, value]) => [
          key,
          decode(value ?? ''),
        ]),
      );
      const element = { name: start[1] ?? '', attributes, text: '' };
      elements.push(element);
      if (!start[3]) open.push(element);
    } else if (piece.startsWith('<')) throw new Error(`no tag: ${piece}`);
    else {
      const inside = open.at(-1);
      if (inside) inside.text += decode(piece);
    }
  }
  if (open.length > 0) throw new Error('something stays open');
  return elements;
}

describe.each(TEST_DIALECTS)('exports on %s', (dialect) => {
  it('GraphML is well-formed, typed, and joins every edge to nodes that are there', async () => {
    await using t = await tempMemory(dialect);
    await told12(t);
    const elements = xmlElements(await exported(t, null, 'graphml'));
    const keys = new Set(
      elements.filter(({ name }) => name === 'key').map(({ attributes }) => attributes.id),
    );
    const nodes = elements.filter(({ name }) => name === 'node').map(({ attributes }) => attributes.id);
    const edges = elements.filter(({ name }) => name === 'edge');
    expect(edges).toHaveLength(SAID.length + 1);
    for (const { attributes } of edges)
      expect(nodes).toEqual(expect.arrayContaining([attributes.source, attributes.target]));
    for (const { attributes } of elements.filter(({ name }) => name === 'data'))
      expect(keys).toContain(attributes.key);
    const labels = elements.filter(({ attributes }) => attributes.key === 'n_label').map(({ text }) => text);
    expect(labels).toEqual(expect.arrayContaining(SAID));
    const ids = [...nodes, ...edges.map(({ attributes }) => attributes.id)];
    expect(new Set(ids).size, 'no id twice').toBe(ids.length);
  });

  it('Cytoscape JSON has the elements cytoscape.js takes', async () => {
    await using t = await tempMemory(dialect);
    await told12(t);
    const { elements } = JSON.parse(await exported(t, null, 'cytoscape')) as {
      elements: {
        nodes: { data: { id: string; label: string } }[];
        edges: { data: Record<string, unknown> }[];
      };
    };
    const ids = elements.nodes.map(({ data }) => data.id);
    for (const { data } of elements.edges)
      expect(ids).toEqual(expect.arrayContaining([data.source, data.target]));
    expect(elements.edges.filter(({ data }) => data.contested === true)).toHaveLength(1);
    expect(elements.nodes.map(({ data }) => data.label)).toEqual(expect.arrayContaining(SAID));
  });

  it('say of a dimension what it asks, where an operator said so and where the program does', async () => {
    await using t = await tempMemory(dialect);
    await told12(t);
    for (const [project, question] of [
      ['default', 'What shape has it?'],
      ['atlas', 'How is it formed?'],
    ] as const)
      await t.memory.graphEdits.apply(
        project,
        [{ edit: 'dimension', name: 'shape', question, isIsa: true }],
        null,
        { actor: 'ann', reason: '' },
      );
    const { elements } = JSON.parse(await exported(t, null, 'cytoscape')) as {
      elements: { nodes: { data: { label: string; question?: string } }[] };
    };
    const questions = Object.fromEntries(
      elements.nodes.flatMap(({ data }) =>
        data.question === undefined ? [] : [[data.label, data.question]],
      ),
    );
    expect(questions).toMatchObject({ type: 'What kind of thing is this?' });
    expect(questions.shape).toBe('What shape has it? / How is it formed?');
    const shown = xmlElements(await exported(t, 'atlas', 'graphml'))
      .filter(({ attributes }) => attributes.key === 'n_question')
      .map(({ text }) => text);
    expect(shown).toContain('How is it formed?');
    expect(shown).not.toContain('What shape has it?');
  });

  it('CSV is RFC 4180, and no cell of it is a formula', async () => {
    await using t = await tempMemory(dialect);
    await told12(t);
    const [head, ...rows] = csvRows(await exported(t, null, 'csv'));
    expect(head).toContain('do_not_use');
    expect(rows).toHaveLength(SAID.length + 1);
    const concepts = rows.map((row) => row[1]?.replace(/^'(?=[=+@-])/, ''));
    expect(concepts).toEqual(expect.arrayContaining(SAID));
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+@\t\r-]/);
  });

  it('an empty project is a whole file in every format', async () => {
    await using t = await tempMemory(dialect);
    expect(xmlElements(await exported(t, 'nobody', 'graphml')).filter(({ name }) => name === 'node')).toEqual(
      [],
    );
    expect(JSON.parse(await exported(t, 'nobody', 'cytoscape'))).toMatchObject({
      elements: { nodes: [], edges: [] },
    });
    expect(csvRows(await exported(t, 'nobody', 'csv'))).toHaveLength(1);
    expect((await exported(t, 'nobody')).trimEnd().split('\n')).toHaveLength(2);
  });
});

it('any text survives a CSV cell, but for the apostrophe in front of what could be a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '\t=x', ' @a', '"', '\r\n', ','),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      const [row = []] = csvRows(csvRow(cells));
      expect(row.map((text, i) => (text === `'${cells[i]}` ? cells[i] : text))).toEqual(cells);
      for (const text of row) expect(text).not.toMatch(/^\s*[=+\-@]/);
    }),
    { numRuns: runs(1000) },
  );
});

it('any text is legal XML, and comes back but for what XML cannot hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [, element] = xmlElements(`<a><b>${xmlText(text)}</b></a>`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 has no place for
      const legal = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, '\ufffd');
      expect(element?.text).toBe(legal);
    }),
    { numRuns: runs(1000) },
  );
});
