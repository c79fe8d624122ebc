// Promises: a model is found in a small body however it is written, and a body that names none harms nobody.
import { describe, expect, it } from 'vitest';
import { mergeEntries } from './merged-lists.ts';
import { canonicalModel } from './model-name.ts';
import { namedModel } from './named-model.ts';

describe('the model a body names', () => {
  it.each([
    ['{"model":"m"}', 'm'],
    [' {"input":["a",{"model":"no"}],"model":"m:7b"}', 'm:7b'],
    ['{"name":"old"}', 'old'],
    ['{"name":"old","model":"new"}', 'new'],
    ['{"source":"from","destination":"to"}', 'from'],
    ['{"m\\u006fdel":"\\u0061/b"}', 'a/b'],
    ['{"model":""}', null],
    ['{"model":7}', null],
    ['{}', null],
    ['["model"]', null],
    ['{"model":"m"', null],
    ['not json', null],
    ['', null],
  ])('%s', (text, model) => expect(namedModel(Buffer.from(text))).toBe(model));

  it('names no model by what is longer than a name', () => {
    expect(namedModel(Buffer.from(JSON.stringify({ model: 'm'.repeat(100_000) })))).toBeNull();
  });
});

describe('one spelling for each model', () => {
  it.each([
    ['qwen2.5', 'qwen2.5:latest'],
    ['Qwen2.5:7B', 'qwen2.5:7b'],
    ['registry.ollama.ai/library/qwen2.5', 'qwen2.5:latest'],
    ['library/qwen2.5:latest', 'qwen2.5:latest'],
    ['hf.co/bartowski/Llama:Q4', 'hf.co/bartowski/llama:q4'],
    ['host:5000/me/model', 'host:5000/me/model:latest'],
  ])('%s', (name, canonical) => expect(canonicalModel(name)).toBe(canonical));
});

describe('merged lists', () => {
  it('hold each model once, the first upstream’s entry, and whatever has no name', () => {
    const entry = (name: string, of: string) => ({ name, of });
    const merged = mergeEntries('tags', [
      [entry('m', 'a'), 7],
      [entry('n', 'b'), entry('m', 'b'), { model: 'nameless' }],
    ]);
    expect(merged).toEqual([entry('m', 'a'), 7, entry('n', 'b'), { model: 'nameless' }]);
  });
});
