import { describe, expect, it } from 'vitest';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { type VetoKind, vetoStatement } from './veto.ts';

const lexicon = dictionaryLexicon();

/** The kind of veto over what stands between `concept` and `parent` in the sentence. */
function kindOf(sentence: string, concept: string, parent: string): VetoKind | null {
  const spans = [concept, parent].map((name) => {
    const start = sentence.lastIndexOf(name);
    if (start === -1) throw new Error(`${name} does not stand in: ${sentence}`);
    return { start, end: start + name.length };
  });
  return vetoStatement(sentence, lexicon, spans)?.kind ?? null;
}

const STATED: readonly (readonly [string, string, string])[] = [
  ['Jellyfin runs on nas01.', 'Jellyfin', 'nas01'],
  ['I run Jellyfin on nas01.', 'Jellyfin', 'nas01'],
  ['My NAS is called atlas.', 'atlas', 'NAS'],
  ['nas01 hosts Jellyfin and Immich.', 'Jellyfin', 'nas01'],
  ['Quilltop was written in Rust by Ada.', 'Quilltop', 'Rust'],
  ['We moved Gitea from hilbert to noether last week.', 'Gitea', 'noether'],
  ['Since May, Grafana lives on the monitoring box.', 'Grafana', 'monitoring box'],
  ['Gitea, which I set up in spring, is on hilbert.', 'Gitea', 'hilbert'],
  ['Note that Gitea runs on hilbert.', 'Gitea', 'hilbert'],
  ['The reverse proxy is Caddy, and it will not be replaced.', 'Caddy', 'reverse proxy'],
  ['Gitea runs on hilbert, but the runner might move.', 'Gitea', 'hilbert'],
];

const VETOED: readonly (readonly [VetoKind, string, string, string])[] = [
  ['question', 'Does Jellyfin run on nas01?', 'Jellyfin', 'nas01'],
  ['question', 'is gitea still on hilbert', 'gitea', 'hilbert'],
  ['condition', 'If Jellyfin runs on nas01, restart it there.', 'Jellyfin', 'nas01'],
  ['condition', 'Jellyfin runs on nas01 unless the array is down.', 'Jellyfin', 'nas01'],
  ['condition', 'Assuming Gitea lives on hilbert, open port 22.', 'Gitea', 'hilbert'],
  ['hedge', 'I think Gitea runs on hilbert.', 'Gitea', 'hilbert'],
  ['condition', 'Gitea is on hilbert, if I remember correctly, or maybe noether.', 'Gitea', 'hilbert'],
  ['hedge', 'Gitea probably lives on hilbert.', 'Gitea', 'hilbert'],
  ['report', 'Ada says Gitea runs on hilbert.', 'Gitea', 'hilbert'],
  ['report', 'According to the wiki, Gitea runs on hilbert.', 'Gitea', 'hilbert'],
  ['other-time', 'Gitea was on hilbert back in May.', 'Gitea', 'hilbert'],
  ['other-time', 'Gitea used to run on hilbert.', 'Gitea', 'hilbert'],
  ['other-time', 'Next week Gitea runs on hilbert.', 'Gitea', 'hilbert'],
  ['negation', 'Gitea does not run on hilbert.', 'Gitea', 'hilbert'],
  ['negation', "Gitea isn't on hilbert.", 'Gitea', 'hilbert'],
  ['possibility', 'Gitea could run on hilbert.', 'Gitea', 'hilbert'],
  ['possibility', "We'll host Gitea on hilbert.", 'Gitea', 'hilbert'],
  ['wish', 'I want to run Gitea on hilbert.', 'Gitea', 'hilbert'],
  ['wish', "We're thinking about putting Gitea on hilbert.", 'Gitea', 'hilbert'],
  ['order', 'Please install Gitea on hilbert.', 'Gitea', 'hilbert'],
  ['order', 'Move Gitea to hilbert.', 'Gitea', 'hilbert'],
  ['metaphor', 'Gitea is a mess.', 'Gitea', 'mess'],
  ['metaphor', 'Our wiki is a maze of links.', 'wiki', 'maze'],
  ['label', 'Example: Gitea runs on hilbert.', 'Gitea', 'hilbert'],
  ['foreign', 'The log says "gitea runs on hilbert now" again.', 'gitea', 'hilbert'],
];

describe('vetoStatement', () => {
  it.each(STATED)('takes %j as said', (sentence, concept, parent) => {
    expect(kindOf(sentence, concept, parent)).toBeNull();
  });

  it.each(VETOED)('finds a %s in %j', (kind, sentence, concept, parent) => {
    const veto = kindOf(sentence, concept, parent);
    expect(veto).toBe(kind);
  });

  it('says why', () => {
    const spans = [{ start: 0, end: 8 }];
    expect(
      vetoStatement('Jellyfin never ran on nas01.', lexicon, [...spans, { start: 22, end: 27 }])?.reason,
    ).toBe('The sentence denies it.');
  });
});
