// Puts characters that a screen hides into every text the core sends, but for words the contract itself lists; takes them out of all that the
// page sends back. What of it stands in the page as it came can then be asked.
import type { Page } from '@playwright/test';
import type { RunningFestinger } from './festinger.ts';

/** A right-to-left override, a zero-width space and a tag. */
export const HIDDEN = '\u202e\u200b\u{e0041}';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values of enumerations and literals anywhere in the contract. */
async function listedWords({ baseUrl, token }: RunningFestinger): Promise<ReadonlySet<string>> {
  const answer = await fetch(`${baseUrl}/api/console/openapi.json`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const words = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value))
      for (const word of [value.const, value.enum].flat()) if (typeof word === 'string') words.add(word);
    for (const each of Object.values(value)) visit(each);
  };
  visit((await answer.json()) as Json);
  return words;
}

/** Members that name things to the program, or are read as dates, addresses and colours. */
const KEPT = /^(kind|type|code|url|baseUrl|address|verb|action|status|state|event|sha256|hash|version)$/;

/** Before the page opens: what `open` takes as its second. */
export async function hideInAllText(page: Page, running: RunningFestinger): Promise<void> {
  const listed = await listedWords(running);
  const mark = (value: Json, name = ''): Json => {
    if (typeof value === 'string') {
      const isKept = value === '' || listed.has(value) || KEPT.test(name) || /^\d{4}-\d\d-\d\d/.test(value);
      return isKept ? value : value.includes(' ') ? value.replace(' ', `${HIDDEN} `) : value + HIDDEN;
    }
    if (Array.isArray(value)) return value.map((each) => mark(each, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mark(each, key)]));
  };
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const core = socket.connectToServer();
    socket.onMessage((message) => {
      if (typeof message !== 'string') return core.send(message);
      return core.send(message.replaceAll(HIDDEN, '').replaceAll(encodeURIComponent(HIDDEN), ''));
    });
    core.onMessage((message) => {
      const text = typeof message === 'string' ? message : message.toString('utf8');
      const read = JSON.parse(text) as { p?: Partial<Record<'b' | 'd', { json?: Json }>> };
      for (const body of [read.p?.b, read.p?.d]) if (body?.json !== undefined) body.json = mark(body.json);
      socket.send(JSON.stringify(read));
    });
  });
}

interface Seen {
  /** Texts and shown attributes that hold a hidden character as it came. */
  readonly raw: string[];
  /** Marks in its place, and codes where no mark can stand. */
  readonly marked: number;
}

/** What is shown and read out in the page; values of fields stay as they are. */
export const hiddenInPage = (page: Page): Promise<Seen> =>
  page.evaluate<Seen>(`(() => {
    const hidden = /[\\u202e\\u200b\\u{e0041}]/u;
    const raw = [];
    let marked = 0;
    const look = (text, where) => {
      if (hidden.test(text)) raw.push(where + ': ' + text.slice(0, 120));
      if (text.includes('U+202E')) marked += 1;
    };
    look(document.title, 'title');
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (node.nodeType === 3) look(node.data, node.parentElement.tagName + '.' + node.parentElement.className);
      else for (const { name, value } of node.attributes)
        if (/^(title|alt|placeholder|label|aria-(label|description|valuetext|roledescription|placeholder))$/.test(name))
          look(value, node.tagName + ' ' + name);
    }
    for (const canvas of document.querySelectorAll('[role=application]'))
      for (const element of canvas._cyreg?.cy.elements() ?? []) look(element.data('label') ?? '', 'canvas');
    return { raw, marked };
  })()`);
