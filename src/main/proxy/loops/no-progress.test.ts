// Promises: a counter that only moves is no progress, an amount that grows or shrinks is; one result whatever was tried is a
// loop, an acknowledgement or a walk along numbers is none; results count where they are written as a user's text.
import { describe, expect, it } from 'vitest';
import { feedbackText } from './answer/feedback.ts';
import { type LoopFinding, seenText } from './finding.ts';
import { look, step } from './testing/look.ts';

type Tell = (n: number) => string;
const same = (count: number, result: Tell) =>
  Array.from({ length: count }, (_, n) => step(n, 'bash', { command: 'make' }, result(n))).flat();
const various = (count: number, command: Tell, result: Tell) =>
  Array.from({ length: count }, (_, n) => step(n, 'bash', { command: command(n) }, result(n))).flat();
const WORDS = ['apple', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath', 'inlet', 'knoll'];
const word = (n: number): string => `${WORDS[n % 10]}${n < 10 ? '' : WORDS[Math.floor(n / 10)]}`;

describe('a counter', () => {
  const idle: readonly (readonly [string, Tell])[] = [
    [
      'the line of a shell that complains',
      (n) => `sh: line ${40 + 13 * n}: cd: lib: No such file or directory`,
    ],
    ['tries that are counted', (n) => `Nobody is in (attempt ${n + 1}).`],
    [
      'tries that are left',
      (n) => `Error in call #${n + 3}: name x is missing. Of the budget ${9 - n} steps are left.`,
    ],
    [
      'a number that jumps in a complaint',
      (n) => `refused: connection id ${[83114, 20417, 55120, 10933, 71002, 33019][n]}, try again`,
    ],
  ];
  it.each(idle)('%s', (_, result) => {
    expect(look(same(4, result))).toBeNull();
    expect(look(same(5, result))).toMatchObject({ rule: 'counter', level: 1, copies: 5 });
    expect(look(same(6, result))).toMatchObject({ rule: 'counter', level: 2, copies: 6 });
  });

  const progress: readonly (readonly [string, Tell])[] = [
    ['a percentage', (n) => `working, ${n * 7}%`],
    ['a part of a whole', (n) => `copied ${n + 1}/20`],
    ['so many of so many', (n) => `file ${n + 1} of 30`],
    ['a download', (n) => `received ${n * 118} MB`],
    ['tests that fail less', (n) => `${12 - n} failed, ${30 + n} passed`],
    ['a queue that gets shorter', (n) => `position: ${9 - n}`],
    ['errors that get fewer', (n) => `errors: ${9 - n}`],
    ['an amount that rises without a complaint', (n) => `rows: ${n * 250}`],
  ];
  it.each(progress)('%s is none', (_, result) => expect(look(same(8, result))).toBeNull());
});

describe('one result whatever is tried', () => {
  it('is a loop at the sixth complaint', () => {
    const tries = (count: number) =>
      various(
        count,
        (n) => `edit ${word(n)}`,
        () => 'Usage: edit <from>:<to>',
      );
    expect(look(tries(5))).toBeNull();
    expect(look(tries(6))).toMatchObject({ rule: 'stuck', level: 1 });
    expect(look(tries(9))).toMatchObject({ rule: 'stuck', level: 1 });
    expect(look(tries(10))).toMatchObject({ rule: 'stuck', level: 2 });
    expect(look(tries(21))).toMatchObject({ rule: 'stuck', level: 4 });
    expect(look(tries(22))).toMatchObject({ rule: 'stuck', level: 5 });
  });

  it('is one also behind a shell’s prompt and what was typed there', () => {
    const command = (n: number) => `curl -s https://library.example/${word(n)}`;
    const complaint = 'curl: (6) Could not resolve host: library.example';
    const tries = (count: number) => various(count, command, (n) => `root@a0:~# ${command(n)}\n${complaint}`);
    expect(look(tries(5))).toBeNull();
    expect(look(tries(6))).toMatchObject({ rule: 'stuck', level: 1 });
    const prompted = various(6, command, (n) => `root@a0:~# ${command(n)}\nanswer ${word(n)} came`);
    expect(look(prompted)).toBeNull();
  });

  it('is a loop at the eighth question that gets nothing', () => {
    const asked = (count: number) =>
      various(
        count,
        (n) => `find . -name ${word(n)}`,
        () => '',
      );
    expect(look(asked(7))).toBeNull();
    expect(look(asked(8))).toMatchObject({ rule: 'stuck', level: 1 });
    expect(look(asked(12))).toMatchObject({ rule: 'stuck', level: 2 });
  });

  const fine: readonly (readonly [string, Tell, Tell])[] = [
    ['files that are written', (n) => `cat > ${word(n)}.txt`, () => ''],
    ['an acknowledgement', (n) => `save ${word(n)}`, () => 'File written successfully.'],
    ['what was found and removed', (n) => `find ${word(n)} | xargs rm`, () => ''],
    ['page after page', (n) => `query page ${n}`, () => 'nothing on this page, go on'],
  ];
  it.each(fine)('%s: none', (_, command, result) => expect(look(various(10, command, result))).toBeNull());

  it('says what came back, not what was called', () => {
    const finding = look(
      various(
        8,
        (n) => `edit ${word(n)}`,
        () => 'Usage: edit <from>:<to>',
      ),
    ) as LoopFinding;
    expect(seenText(finding)).toContain('The result has been the same 8 times');
    const told = feedbackText(finding, { tells: true, forbids: true });
    expect(told).toContain('Usage: edit');
    expect(told).toContain('same 8 times');
  });

  it('counts where results are written as a user’s text', () => {
    const turns = WORDS.flatMap((name) => [
      { role: 'assistant', content: `Let me open ${name}.\n\nopen ${name}` },
      { role: 'user', content: `error: no such file\n(Open file: n/a)\n(Current directory: /repo)\nbash-$` },
    ]);
    expect(look(turns)?.rule).toBe('stuck');
  });

  it('ends when a person speaks', () => {
    const half = (count: number) =>
      various(
        count,
        (n) => `edit ${word(n)}`,
        () => 'error: bad line',
      );
    expect(look([...half(5), { role: 'user', content: 'Try the other file.' }, ...half(5)])).toBeNull();
  });
});

describe('long arguments that hardly differ', () => {
  const text = Array.from({ length: 60 }, (_, n) => `part ${word(n % 10)}${'abcdef'[n % 6]}`).join(' ');
  const patched = (count: number, result: string) =>
    various(
      count,
      (n) => `${text} ${word(n)}`,
      () => result,
    );

  it('are a loop at the fourth with the same result', () => {
    expect(look(patched(3, 'the hunk does not apply here'))).toBeNull();
    expect(look(patched(4, 'the hunk does not apply here'))?.rule).toBe('near_arguments');
  });

  it('are none where each is acknowledged', () => expect(look(patched(7, 'saved'))).toBeNull());
});

describe('a trace', () => {
  const trace = (line: number, raised: string) =>
    `Traceback (most recent call last):\n  File "run.py", line ${line}, in <module>\n    check_${word(line % 10)}()\n${raised}\nYou may go on.`;
  const tried = (count: number, raised: Tell) =>
    various(
      count,
      (n) => `python ${word(n)}.py`,
      (n) => trace(12 + n * n, raised(n)),
    );

  it('that raises the same six times leads nowhere, whatever code stands above it', () => {
    const same: Tell = () => 'ValueError: expected 2 rows, got 0';
    expect(look(tried(5, same))).toBeNull();
    expect(look(tried(6, same))).toMatchObject({ rule: 'stuck', level: 1, copies: 6 });
  });

  it('that raises something else each time is progress', () => {
    expect(look(tried(9, (n) => `ValueError: expected 2 rows, got ${n}`))).toBeNull();
  });

  it('between edits that were saved is a way of working', () => {
    const rounds = Array.from({ length: 9 }, (_, n) => [
      ...step(2 * n, 'write_file', { path: 'run.py', text: `${word(n)} of ${n}` }, 'saved'),
      ...step(
        2 * n + 1,
        'bash',
        { command: `python ${word(n)}.py` },
        trace(12 + n, 'ValueError: expected 2'),
      ),
    ]);
    expect(look(rounds.flat())).toBeNull();
  });
});
