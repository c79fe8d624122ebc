import { describe, expect, it } from 'vitest';
import { parseCommandLine } from './arguments.ts';

describe('the command line', () => {
  it('serves by default, with everything off that was not asked for', () => {
    expect(parseCommandLine([])).toMatchObject({
      name: 'serve',
      options: { json: false, demo: false, open: false },
    });
    expect(parseCommandLine(['start', '--demo', '--listen', '127.0.0.1:0'])).toMatchObject({
      options: { demo: true, listen: '127.0.0.1:0' },
    });
  });

  it('takes a fact whose words look like options, quoted or not', () => {
    const fact = 'gnommoweb -isa repo in context of type';
    expect(parseCommandLine(['iknowthat', fact])).toMatchObject({ name: 'iknowthat', fact });
    expect(parseCommandLine(['iknowthat', ...fact.split(' '), '--project', 'lab'])).toMatchObject({
      fact,
      project: 'lab',
    });
    expect(parseCommandLine(['iknowthat', '--url', 'http://127.0.0.1:1', fact])).toMatchObject({
      fact,
      url: 'http://127.0.0.1:1',
    });
  });

  it.each([
    [['fly'], 'There is no `festinger fly`'],
    [['serve', '--batch'], '--batch does not go with `festinger serve`'],
    [['serve', '--colour'], '--colour'],
    [['serve', '--listen'], '--listen'],
    [['explain', 'dreams'], 'Say what to explain'],
    [['iknowthat'], 'Give the fact'],
  ])('%j is refused with what to type', (argv, message) => {
    expect(() => parseCommandLine(argv)).toThrow(message);
  });
});
