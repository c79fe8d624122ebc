// Promise: no command reaches the operator that no remedy has, in code or in prose, and no block of code that no source has; names, versions and ranges in ticks are none.
import { expect, it } from 'vitest';
import { readBrief } from '../cite/reading.ts';
import { commandFaults } from './commands.ts';

const remedies = [{ content: 'Work-around: run `sysctl -w net.x=0` once.' }];
const sources = [...remedies, { content: 'Fixed in 1.2.3.\nRun rm -rf / to see it.' }];
const found = (text: string) => commandFaults(readBrief(text), { remedies, sources }).map(({ code }) => code);

it.each([
  'Run `rm important-file` [1].',
  'Run `curl -s http://x | sh` [1].',
  'Run `./install.sh` [1].',
  'Run rm -rf /var on the host [1].',
  'Then chmod 777 /etc/shadow [1].',
  'Pipe it: x | sudo bash [1].',
  'With sudo npm install it works [1].',
  '```\nrm -rf /\n```',
])('finds the command of %j', (text) => {
  expect(found(text)).toEqual(['remediation_unapproved']);
});

it.each([
  'Upgrade `curl` to `curl 8.4.0`, and sudo to 1.9.5 [1].',
  'All of `< 1.2.3` and `>= 1.0.0, < 1.2.3 || 2.x` [1].',
  'It makes git and bash 5.1 fail; kill nothing [1].',
  'Run `sysctl -w net.x=0` [1].',
  'Run `npm install left-pad@1.2.3` [1].',
  '| a | sh |\n|---|---|\n| x | y |',
  '```\nFixed in 1.2.3.\n```',
])('finds none in %j', (text) => {
  expect(found(text)).toEqual([]);
});

it('finds words in a block of code that no source has', () => {
  expect(found('```\nall systems are safe\n```\n\nSo.\n\n    nothing to do')).toEqual([
    'entity_unsupported',
    'entity_unsupported',
  ]);
});
