// Promise: a source leads to the finding or the document it is from, and one that is from neither leads nowhere.
import { expect, it } from 'vitest';
import { beginningOf, issuerOf, kindOf, originOf } from './source-words.ts';

const of = (source_id: string, content_hash: string) => originOf({ source_id, content_hash });

it('leads to a finding by its key and to a document by its name and hash', () => {
  expect(of(`festinger:finding/${'a'.repeat(32)}`, 'd0')).toEqual({ kind: 'finding', key: 'a'.repeat(32) });
  expect(of('openvex:https://demo.example/vex/lab#claim-1', 'c0')).toEqual({
    ...{ kind: 'document', name: 'https://demo.example/vex/lab', sha256: 'c0' },
  });
  expect(of('policy-trace:CVE-1 pkg:npm/a@1#b#trace-1', 'c0')).toMatchObject({ name: 'CVE-1 pkg:npm/a@1#b' });
});

it('leads nowhere from what was computed of many things', () => {
  expect(of('festinger:reach', 'd0')).toBeNull();
  expect(of('festinger:sbom/paths', 'd0')).toBeNull();
});

it('leads to the concept that a fact or a conflict of the memory is about', () => {
  const concept = { kind: 'concept', token: 'gnommoweb', dimension: 'type' };
  expect(of('graph:edge/gnommoweb/type/service', 'c0')).toEqual(concept);
  expect(of('graph:conflict/gnommoweb/type/container/1795', 'c0')).toEqual(concept);
});

it('has a word for a kind it does not know', () => {
  expect(kindOf({ kind: 'vex', source_id: 'openvex:a#claim-1' })).toBe('vex');
  expect(kindOf({ kind: 'edge', source_id: 'graph:conflict/a/b/c/1' })).toBe('conflict');
  expect(kindOf({ kind: 'constructor', source_id: 'x' })).toBe('other');
});

it('begins with a source’s own words, and names an issuer only where there is one', () => {
  const text = 'Issuer: GHSA, not rated.\nAddress: https://a.example\nGHSA-1: A hole';
  expect(beginningOf({ text })).toBe('GHSA-1: A hole');
  expect(beginningOf({ text: 'Computed: 1 resources run it.' })).toBe('1 resources run it.');
  expect(issuerOf({ issuer: 'policy', kind: 'policy' })).toBeNull();
  expect(issuerOf({ issuer: 'GHSA', kind: 'advisory' })).toBe('GHSA');
});
