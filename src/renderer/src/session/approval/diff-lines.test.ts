// Promise: every line of a diff is drawn as what it is, and none is lost.
import { expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

it('tells what comes in from what is taken out and what stays', () => {
  const diff = '--- a/app.conf\n+++ b/app.conf\n@@ -1,3 +1,3 @@\n port = 80\n-debug = on\n+debug = off\n\n';
  expect(diffLines(diff)).toEqual([
    { kind: 'place', text: '@@ -1,3 +1,3 @@' },
    { kind: 'same', text: 'port = 80' },
    { kind: 'removed', text: 'debug = on' },
    { kind: 'added', text: 'debug = off' },
    { kind: 'same', text: '' },
  ]);
});

it('takes a changed line that looks like a file name for what it is', () => {
  expect(diffLines('--- a\n+++ b\n@@ -1 +1 @@\n--- old\n+++ new')).toEqual([
    { kind: 'place', text: '@@ -1 +1 @@' },
    { kind: 'removed', text: '-- old' },
    { kind: 'added', text: '++ new' },
  ]);
});
