// Promise: a file with several documents gives each of them, and a file with one is left as it is, byte for byte.
import { describe, expect, it } from 'vitest';
import { splitDocuments, splitLines } from './split-document.ts';

const split = (text: string) => splitDocuments(Buffer.from(text))?.map((one) => Buffer.from(one).toString());

describe('a file', () => {
  it('with a list of documents gives each', () => {
    expect(split('\ufeff [{"id": "A-1"}, {"id": "B-2"}]')).toEqual(['{"id":"A-1"}', '{"id":"B-2"}']);
    expect(split('{ "vulns": [{"id": "A-1"}] }')).toEqual(['{"id":"A-1"}']);
    expect(split('{"format":"NVD_CVE","vulnerabilities":[{"cve":{}},{"cve":{}}]}')).toHaveLength(2);
  });

  it.each([
    '{"id": "A-1", "vulns": []}',
    '[{"cve": "CVE-2026-1", "epss": "0.1"}]',
    '[]',
    '[{"id": 1}',
    '[1]',
    '{"vulns": {}}',
    '{"bomFormat": "CycloneDX", "vulnerabilities": [{"id": "CVE-2026-1"}]}',
    '{"document": {}, "vulnerabilities": [{"cve": "CVE-2026-1"}]}',
    '{"format": "NVD_CVE", "vulnerabilities": []}',
  ])('with %s is left whole', (text) => expect(split(text)).toBeUndefined());

  it('of lines gives a document a line, the last one without its end', () => {
    const lines = splitLines(Buffer.from('{"a":1}\r\n\n  \n{"b":2}'));
    expect(lines?.map((one) => JSON.parse(Buffer.from(one).toString()))).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it.each(['{"a":1}\n', '{\n  "a": 1\n}\n'])('of lines with one document, %j, is left whole', (text) =>
    expect(splitLines(Buffer.from(text))).toBeNull(),
  );
});
