// Promise: what a brief says in plain words, numbers and names stands in what it cites, or is found; what an honest brief says of the same source passes.
import { expect, it } from 'vitest';
import { citationsIn } from '../cite/citations.ts';
import { readBrief } from '../cite/reading.ts';
import { findIds } from '../identity/advisory-id.ts';
import { claimFaults } from './claim-faults.ts';
import { HeldWords, toldSentences } from './held-words.ts';

const SOURCES = [
  'GO-2031-0007 (CVE-2031-7001): Crash in tidepool\nPublished on 2031-04-05.\nA crafted frame makes readFrame in tidepool panic when log_level is set. Reported by Ada North.',
  'GO-2031-0007 affects Go example.org/deep/tidepool.\nAffected (versions): from 1.2.0 before 1.4.2.\nFixed in 1.4.2.',
  'Computed: 14 resources run it, 0 of them can be reached from outside their machine.',
  'Computed: CVE-2031-7001 in tidepool 1.3.0.\nOutcome: affected.\nGraveness: severity high, chance of being exploited within thirty days 0.27.\nKnown to be exploited: listed on 2031-05-01.',
];
const sources = SOURCES.map((content, at) => ({ id: at + 1, content }));
const status = {
  isFix: (version: string) => version === '1.4.2',
  liesInAffectedRange: (version: string) => version.startsWith('1.3'),
  compares: (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0),
};
const said = (text: string): string[] => {
  const reading = readBrief(text);
  const { citations } = citationsIn(reading);
  const sentences = toldSentences(reading, citations, sources.length);
  return claimFaults(reading, sentences, new HeldWords(sources), findIds, status).map(({ what }) => what);
};

it.each([
  ['a number', '37 resources run it [3].', '37'],
  ['a number in words', 'Thirty-seven resources run it [3].', '37'],
  ['few of what is counted', 'Three hosts run it [3].', '3'],
  ['a year', 'It is known since 2019 [1].', '2019'],
  ['the number of an issue', 'It was merged as #40412 [1].', '40412'],
  ['a code of a vendor', 'The bulletin is KB5990077 [1].', 'KB5990077'],
  ['a commit', 'The commit 4be81c9 mends it [1].', '4be81c9'],
  ['a number of a weakness', 'It is a case of CWE-1104 [1].', 'CWE-1104'],
  ['a share', 'Two thirds of users are hit [1].', '2 thirds'],
  ['a crowd', 'Dozens of hosts run it [3].', 'Dozens'],
  ['a function', 'The flaw is in `writeFrame()` [1].', 'writeFrame'],
  ['a function without ticks', 'The flaw is in writeFrame [1].', 'writeFrame'],
  ['a setting', 'Set `safe_mode=1` [2].', 'safe_mode=1'],
  ['a file', 'Look into ~/.ssh/id_key [1].', '/.ssh/id_key'],
  ['a severity in a word', 'Its severity is critical [4].', 'critical'],
  ['a grave word', 'It is a catastrophic bug [4].', 'catastrophic'],
  ['exploitation that another source has', 'It is actively exploited [1].', 'actively exploited'],
  ['an exploit', 'A public exploit exists [4].', 'public exploit'],
  ['another kind of flaw', 'It allows SQL injection [1].', 'SQL inject'],
  ['who may do it', 'No authentication is needed [1].', 'No authenticat'],
  ['a product from memory', 'OpenSSL has the same flaw [1].', 'OpenSSL'],
  ['an authority from memory', 'According to CISA it is so [1].', 'CISA'],
  ['a person', 'It was reported by Bo West [1].', 'Bo'],
  ['a sibling', 'The plugin tidepool-extras has it too [2].', 'tidepool-extras'],
  ['two letters changed over', 'The same holds for tidepolo [2].', 'tidepolo'],
  ['a package that is called affected', 'seafoam is affected [2].', 'seafoam'],
  ['a time', 'Patch it within 14 days [4].', 'within 14 days'],
  ['a month', 'It came out in mid-October [1].', 'mid-October'],
  ['that nothing is affected', 'Your installation is not affected [4].', 'not affected'],
  ['that there is no fix', 'There is no fix [2].', 'no fix'],
  ['that nothing is to be done', 'No upgrade is needed [2].', 'No upgrade is needed'],
  [
    'what stands beside a silence',
    'No source names a work-around, and the flaw is catastrophic [4].',
    'catastrophic',
  ],
  [
    'what stands behind a silence',
    'No work-around is listed; criminals use it in the wild [1].',
    'criminals use',
  ],
  [
    'what a silence leads in',
    'While no source names a work-around, it is actively exploited [1].',
    'actively exploited',
  ],
  [
    'what stands beside a denial',
    'It cannot be worked around, and it is actively exploited [1].',
    'actively exploited',
  ],
  ['what a denial only makes louder', 'There is no doubt that it is catastrophic [4].', 'catastrophic'],
  ['more than only', 'It is not only grave, it is actively exploited [1].', 'actively exploited'],
  ['a word beside a version with a nought', 'In 2.0.4 it is actively exploited [1].', 'actively exploited'],
  ['a quotation', 'The text warns of “total compromise of the host” [1].', 'total compromise of the host'],
  ['a quotation in straight marks', 'It says "attackers may run code" [1].', 'attackers may run code'],
  ['a power of two', 'It takes 2^48 frames [1].', '2^48'],
  ['a class', 'The flaw is in FrameReader [1].', 'FrameReader'],
  ['a name with points', 'The flaw is in tide.frame.ReadAll [1].', 'tide.frame.ReadAll'],
  ['who found it', 'Siegfried reported the flaw [1].', 'Siegfried'],
  ['a package that is listed', 'The source lists seafoam as the affected package [2].', 'seafoam'],
  ['code that runs', 'An attacker may run code on the server [1].', 'run code'],
  ['a silence on a dispute', 'No source disputes that it is exploited [4].', 'exploit'],
  ['a silence that is none', 'No source names a fix [2].', 'fix'],
  ['something switched off', '## Remediation\n\nDisable the firewall [2].', 'Disable'],
  ['talk of instructions', 'My instructions forbid more [1].', 'My instructions'],
])('finds %s: %s', (_what, text, found) => {
  expect(said(text).join(' | ')).toContain(found);
});

it.each([
  '14 resources run it, and none can be reached from outside [3].',
  'Fourteen resources run it [3].',
  'It was published in 2031 [1].',
  'A crafted frame makes `readFrame()` panic when `log_level` is set [1].',
  'This is a denial of service [1].',
  'Its severity is high [4].',
  'It is known to be exploited [4].',
  'The chance of exploitation within thirty days is 27% [4].',
  'tidepool is affected from 1.2.0 on, and fixed in 1.4.2 [2].',
  'All versions are affected [2].',
  'It was reported by Ada North [1].',
  'There are two statements, and one flaw [1].',
  'It does not use SHA-256 [1].',
  'The text says that "a crafted frame makes readFrame in tidepool panic" [1].',
  'It speaks of a “crafted frame … panic” [1].',
  'The flaw is not without danger [1].',
  'The package is vulnerable to a crash [1].',
  'Maintainers found the cause in `readFrame()` [1].',
  'No other fixed version is listed than 1.4.2 [2].',
  'JavaScript and GitHub have nothing to do with it [1].',
  'No source says how critical it is.',
  'No source says that it is critical, catastrophic or trivial.',
  'No source names a work-around, and it is fixed in 1.4.2 [2].',
  '**How severe is it?** High [4].',
  '## Remediation\n\nUpgrade `example.org/deep/tidepool` to `1.4.2` [2].',
  '## Remediation\n\nRun `go get example.org/deep/tidepool@v1.4.2` [2].',
])('finds nothing in %j', (text) => {
  expect(said(text)).toEqual([]);
});
