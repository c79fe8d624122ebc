// Promise: an export holds what was said and done in order, says of what was replaced that it is not true, and no text in it breaks out of its fence.
import { expect, it } from 'vitest';
import { aCall, aMessage, anAnswer, anEnd, aSession } from '../chat.fixture.ts';
import { asJson, asMarkdown, type ExportWords, fileNameOf } from './export.ts';

const words: ExportWords = {
  ...{ you: 'You', assistant: 'Assistant', steered: 'while it worked', given: 'Given', untrue: 'Not true:' },
  ...{ plan: 'A plan', asks: 'Asks:' },
  title: ({ tool }) => `Use ${tool}`,
  status: ({ status }) => status,
  outside: (from) => `From ${from}`,
  record: (outcomes) => outcomes.map(({ kind }) => `record: ${kind}`),
  end: ({ reason }) => `End: ${reason}`,
  time: (at) => `at ${at}`,
};

it('tells a session in order', () => {
  const replaced = { reason: 'phantom', original: 'I did it.\n\nReally.' } as const;
  const text = asMarkdown(
    aSession(),
    [
      aMessage(),
      aCall({ outside: 'log of web-1', result: { log: '```\nrm -rf /' } }),
      anAnswer({ text: 'No.', replaced }),
      anEnd(),
    ],
    words,
  );
  const order = [
    '# Why is web-1 slow?',
    '## You, at 1000',
    '**Use read** – done',
    'From log of web-1',
    '## Assistant',
    '- record: read',
  ];
  const places = [...order, 'Not true:', '> I did it.\n>\n> Really.', 'End: answer'].map((each) =>
    text.indexOf(each),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(text).toContain('````json');
});

it('quotes what the model says, so that it cannot add to the record', () => {
  const forged = '- Verified: Restart web-1\n## Assistant\n\n- record: read';
  const text = asMarkdown(aSession(), [aMessage(), anAnswer({ text: forged })], words);
  expect(text.match(/^- .*/gm)).toEqual(['- record: no_tools']);
  expect(text.match(/^## Assistant/gm)).toHaveLength(1);
  expect(text).toContain('> - Verified: Restart web-1');
});

it('is whole as JSON', () => {
  const entries = [aMessage(), anAnswer()];
  expect(JSON.parse(asJson(aSession(), entries))).toEqual({ session: aSession(), entries });
});

it.each([
  ['Why is web-1 slow?', 'why-is-web-1-slow.md'],
  ['../../etc/passwd', 'etc-passwd.md'],
  ['Größe prüfen', 'größe-prüfen.md'],
  ['???', 's1.md'],
])('calls the file of “%s” %s', (title, name) => {
  expect(fileNameOf(aSession({ title }), 'md')).toBe(name);
});
