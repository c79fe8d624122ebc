import { describe, expect, it } from 'vitest';
import { parseCommandLine } from './arguments.ts';

describe('the command line', () => {
  it('serves by default, with everything off that was not asked for', () => {
    expect(parseCommandLine([])).toMatchObject({
      name: 'serve',
      options: { json: false, demo: false, open: false },
    });
    expect(parseCommandLine(['start', '--demo', '--listen', '127.0.0.1:0'])).toMatchObject({
      options: { demo: true, demoAgents: true, listen: '127.0.0.1:0' },
    });
    expect(parseCommandLine(['--demo', '--no-agents', '--no-sessions', '--no-evidence'])).toMatchObject({
      options: { demo: true, demoAgents: false, demoSessions: false, demoEvidence: false },
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

  it('takes what is so no more the same way', () => {
    const fact = 'gnommoweb -ispart pve1 in context of runs-on';
    expect(parseCommandLine(['forget', fact])).toMatchObject({ name: 'forget', fact });
    expect(parseCommandLine(['forget', ...fact.split(' '), '--project', 'lab'])).toMatchObject({
      ...{ name: 'forget', fact, project: 'lab' },
    });
    // A fact about the word itself.
    expect(parseCommandLine(['iknowthat', 'forget', '-isa', 'command'])).toMatchObject({
      ...{ name: 'iknowthat', fact: 'forget -isa command' },
    });
  });

  it('reads a decision about a conflict with what it needs', () => {
    const line =
      'conflicts decide 12 split --existing-dimension artifact-type --new-dimension deployment-type --reason both --seen 3';
    expect(parseCommandLine(line.split(' '))).toMatchObject({
      ...{ name: 'conflicts', action: 'decide', id: 12, reason: 'both', version: 3 },
      decision: {
        decision: 'split',
        existingDimension: 'artifact-type',
        newDimension: 'deployment-type',
      },
    });
    expect(parseCommandLine(['conflicts'])).toMatchObject({ action: 'list', view: 'open' });
    expect(parseCommandLine(['resolve', '--wait'])).toMatchObject({ name: 'resolve', wait: true });
  });

  it('reads what to do about client keys', () => {
    expect(parseCommandLine(['client-key', 'add', 'night', '--project', 'lab'])).toMatchObject({
      ...{ name: 'client-key', action: 'add', client: 'night', project: 'lab', json: false },
    });
    expect(parseCommandLine(['client-key'])).toMatchObject({ action: 'list' });
    expect(parseCommandLine(['client-key', 'revoke', '7', '--json'])).toMatchObject({ id: 7, json: true });
  });

  it.each([
    [['conflicts', 'decide', '12', 'split'], 'split wants --existing-dimension'],
    [['conflicts', 'decide', '12', 'keep', '--dimension', 'tech'], 'Decide one of'],
    [['conflicts', 'decide', 'twelve', 'keep'], 'Give the conflict'],
    [['forget'], 'Give the fact: festinger forget'],
    [['conflicts', 'burn'], 'There is no `festinger conflicts burn`'],
    [['client-key', 'add'], 'Name the client'],
    [['client-key', 'add', 'a b'], 'Name the client'],
    [['client-key', 'revoke', 'all'], 'Give the key’s number'],
    [['client-key', 'list', '--project', 'p'], '--project goes with'],
    [['client-key', 'steal'], 'There is no `festinger client-key steal`'],
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
