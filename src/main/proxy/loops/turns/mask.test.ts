// Promise: what changes by itself is masked, and what says that something was done is not.
import { describe, expect, it } from 'vitest';
import { maskArguments, maskObservation } from './mask.ts';

const observed = (text: string) => maskObservation(text).text;
const argued = (text: string) => maskArguments(text).text;

/** Pairs that differ only by the moment. */
const SAME: readonly [string, string][] = [
  ['Started 2026-11-22 at once', 'Started 2026-11-23 at once'],
  ['2026-11-22T01:53:56.120Z ERROR refused', '2026-11-22T01:54:02.007Z ERROR refused'],
  ['[2026-11-22 01:53:56,120] refused', '[2026-11-22 01:53:57,001] refused'],
  ['Sun Nov 22 01:53:56 UTC 2026', 'Mon Nov 23 11:02:00 UTC 2026'],
  ['on 22.11.2026 01:53', 'on 23.11.2026 02:54'],
  ['November 22, 2026', 'November 23, 2026'],
  ['22 Nov 2026 01:53:56', '23 Nov 2026 01:53:57'],
  ['01:53:56 INFO no route', '01:53:59 INFO no route'],
  ['it is 1:53 PM', 'it is 11:07 AM'],
  ['last login at 01:53', 'last login at 07:12'],
  ['{"timestamp": 1763776436}', '{"timestamp": 1763776499}'],
  ['"created_at":1763776436123', '"created_at":1763776499000'],
  ['Ran 12 tests in 0.031s', 'Ran 12 tests in 1.207s'],
  ['took 1234 ms', 'took 987 ms'],
  ['Finished in 12.5 seconds', 'Finished in 9.1 seconds'],
  ['real\t0m1.234s', 'real\t0m9.876s'],
  ['{"exit_code":1,"duration_seconds":1.4}', '{"exit_code":1,"duration_seconds":0.9}'],
  ['up 1h 2m 3s', 'up 4h 5m 6s'],
  ['changed 3 minutes ago', 'changed 5 minutes ago'],
  ['job 0b0f3c52-8a56-4c0e-9f43-d0c1a1f0c001 failed', 'job 7b0f3c52-8a56-4c0e-9f43-d0c1a1f0c0ff failed'],
  ['killed pid 4711', 'killed pid 4790'],
  ['You have 9 steps left and 2 chances to answer.', 'You have 8 steps left and 1 chances to answer.'],
  ['Cell In[3], line 1', 'Cell In[4], line 1'],
  ['{"pid": 4711}', '{"pid": 4790}'],
  ['Process: 4711 ExecStart=/usr/bin/app', 'Process: 4790 ExecStart=/usr/bin/app'],
  ['Nov 22 01:53:56 host sshd[4711]: refused', 'Nov 22 01:54:56 host sshd[4812]: refused'],
  ['segfault at 0x7ffd3c2a1b10', 'segfault at 0x7ffd3c2a1c20'],
  ['<Foo object at 0x10f3c>', '<Foo object at 0x20a4d>'],
  ['java.lang.Object@1b6d3586', 'java.lang.Object@4554617c'],
  ['cannot open /tmp/tmpab12cd34/out.txt', 'cannot open /tmp/tmpzz98yx76/out.txt'],
  ['cannot open /tmp/tmp.Xa3bQ1zzTy', 'cannot open /tmp/tmp.9a3bQ1zzTx'],
  ['wrote /tmp/script_1763776436.py', 'wrote /tmp/script_1763776499.py'],
  ['error 500 (request id: req_8f3a77b1)', 'error 500 (request id: req_99ac00d2)'],
];

/** Pairs that must stay apart: each says that something else happened. */
const APART: readonly [string, string][] = [
  ['page 3 of 10', 'page 4 of 10'],
  ['offset 200', 'offset 300'],
  ['node-17 is up', 'node-18 is up'],
  ['exit code 1', 'exit code 2'],
  ['step 3 of 9, 6 steps left', 'step 4 of 9, 5 steps left'],
  ['You have 3 lamps.', 'You have 4 lamps.'],
  ['list[3] is empty', 'list[4] is empty'],
  ['12 passed, 3 failed', '13 passed, 2 failed'],
  ['src/a.ts:12:34 error', 'src/a.ts:13:20 error'],
  ['  12:34  error  no-unused', '  13:20  error  no-unused'],
  ['ratio 16:09', 'ratio 16:10'],
  ['HTTP 404', 'HTTP 500'],
  ['error 0x80070005', 'error 0x80070002'],
  ['v1.2.3', 'v1.2.4'],
  ['port 8080', 'port 8081'],
  ['10.0.0.1', '10.0.0.2'],
  ['1723456789 bytes', '1823456789 bytes'],
  ['items[100]: a', 'items[101]: a'],
  ['step 4 of 9', 'step 5 of 9'],
  ['about 12 minutes remaining', 'about 9 minutes remaining'],
  ['ETA: 90s', 'ETA: 30s'],
  ['commit 9fceb02', 'commit 1c002dd'],
  ['wrote /tmp/chunk_001.txt', 'wrote /tmp/chunk_002.txt'],
  ['temperature 21.5', 'temperature 21.6'],
  ['process 3 of 10', 'process 4 of 10'],
  ['Process: 300 of 1000', 'Process: 400 of 1000'],
  ['md5 d41d8cd98f00b204e9800998ecf8427e', 'md5 0cc175b9c0f1b6a831c399e269772661'],
  ['Chapter 3', 'Chapter 4'],
  ['may 5 be', 'may 6 be'],
];

const SAME_ARGUMENTS: readonly [string, string][] = [
  ['{"at":"2026-11-22T01:53:56Z"}', '{"at":"2026-11-22T01:54:02Z"}'],
  ['{"timestamp":1763776436}', '{"timestamp":1763776437}'],
  ['{"nonce":"0b0f3c52-8a56-4c0e-9f43-d0c1a1f0c001"}', '{"nonce":"7b0f3c52-8a56-4c0e-9f43-d0c1a1f0c0ff"}'],
  ['cat /tmp/tmpab12cd34/out', 'cat /tmp/tmpzz98yx76/out'],
];

const APART_ARGUMENTS: readonly [string, string][] = [
  ['{"date":"2026-11-22"}', '{"date":"2026-11-23"}'],
  ['{"from":"2026-11-22T01:00:00Z"}', '{"from":"2026-11-22T02:00:00Z"}'],
  ['sleep 30s', 'sleep 60s'],
  ['kill 4711', 'kill 4712'],
  ['{"pid":4711}', '{"pid":4712}'],
  ['x/16x 0x7ffd3c2a1b10', 'x/16x 0x7ffd3c2a1b20'],
  ['split /tmp/chunk_001', 'split /tmp/chunk_002'],
  ['{"page":2}', '{"page":3}'],
];

describe('masking', () => {
  it.each(SAME)('the moment goes from an observation: %s', (a, b) => expect(observed(a)).toBe(observed(b)));
  it.each(APART)('what happened stays in an observation: %s', (a, b) =>
    expect(observed(a)).not.toBe(observed(b)),
  );
  it.each(SAME_ARGUMENTS)('the moment goes from arguments: %s', (a, b) => expect(argued(a)).toBe(argued(b)));
  it.each(APART_ARGUMENTS)('what is asked for stays in arguments: %s', (a, b) =>
    expect(argued(a)).not.toBe(argued(b)),
  );

  it('says which UUIDs were masked', () => {
    const id = '0B0F3C52-8a56-4c0e-9f43-d0c1a1f0c001';
    expect(maskObservation(`a ${id} b`).uuids).toEqual([id.toLowerCase()]);
    expect(maskArguments(`{"id":"${id}"}`).uuids).toEqual([id.toLowerCase()]);
  });

  it.each([
    '1',
    '1:',
    '0x',
    'tmp',
    '/tmp/',
    '12:34:',
    '2026-11-',
    'Nov ',
    'a-',
    'pid ',
    '1h',
    'f',
    ' ',
    '/tmp/a-',
  ])('hostile repetition of %j costs time in proportion to its length', (piece) => {
    const time = (length: number) => {
      const text = piece.repeat(length / piece.length);
      const began = performance.now();
      maskObservation(text);
      maskArguments(text);
      return performance.now() - began;
    };
    time(50_000);
    expect(time(200_000)).toBeLessThan(400);
  });
});
