import { describe, expect, it } from 'vitest';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { proseOf } from '../text/prose.ts';
import { scanCues } from './cues.ts';

const lexicon = dictionaryLexicon();

function read(text: string): string[] {
  return scanCues(proseOf(text), lexicon, { role: 'user' }).map(
    ({ subject, parent, dim, isIsa }) => `${subject} ${isIsa ? 'isa' : 'in'} ${parent} [${dim}]`,
  );
}

describe('the parent is the whole noun compound (memory D18)', () => {
  it.each([
    ['Zorblat is a time-series database.', 'zorblat isa time-series_database [type]'],
    ['Zorblat is a queue with a web interface.', 'zorblat isa queue [type]'],
  ])('%s', (text, triple) => {
    expect(read(text)).toEqual([triple]);
  });

  it.each([
    'Zorblat is a project.',
    'Zorblat is a modern, self-hosted platform.',
    'Zorblat is a tidy, opt-in feature.',
    'Zorblat is a vendor-neutral, open-source project.',
    'Zorblat is a top down, text driven thing.',
    'Zorblat is a jungle of panels.',
    'Zorblat is an implementation detail.',
    'Zorblat is a fraud prevention.',
  ])('nothing: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a list is a capability (memory D20)', () => {
  it.each([
    'Zorblat runs on macOS, Windows and Linux.',
    'Zorblat runs on Linux as well as FreeBSD.',
    'Zorblat is written in Go and Python.',
  ])('nothing: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('what follows with a verb of its own is no list', () => {
    expect(read('Zorblat runs on noether and uses Redis.')).toEqual(['zorblat in noether [runs-on]']);
  });
});

describe('more verbs', () => {
  it.each([
    ['Zorblat is hosted on noether.', 'zorblat in noether [runs-on]'],
    ['Zorblat lives on noether.', 'zorblat in noether [runs-on]'],
    ['Zorblat is deployed to noether.', 'zorblat in noether [runs-on]'],
    ['Zorblat is installed on noether.', 'zorblat in noether [runs-on]'],
    ['Zorblat is written in Rust.', 'zorblat in rust [tech]'],
    ['Zorblat is built with Svelte.', 'zorblat in svelte [tech]'],
    ['Zorblat is powered by PostgreSQL.', 'zorblat in postgresql [tech]'],
    ['noether is located in Frankfurt.', 'noether in frankfurt [geography]'],
    ['noether is in eu-central-1.', 'noether in eu-central-1 [geography]'],
    ['Zorblat is maintained by Ingrid.', 'zorblat in ingrid [owned-by]'],
  ])('%s', (text, triple) => {
    expect(read(text)).toEqual([triple]);
  });

  it.each([
    'noether is located in Maintenance.',
    'Zorblat is powered by electricity.',
    'Zorblat is in Progress.',
  ])('nothing: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('text is scanned as a reader sees it', () => {
  it.each([
    ['**Zorblat** (_zor-blat_) is a web server.', 'zorblat isa web_server [type]'],
    [
      '1. [Zorblat](https://zorblat.example/a_b) is a small [Redis](x) client.',
      'zorblat isa redis_client [type]',
    ],
    ['`zorblat-main` is a canary server.', 'zorblat-main isa canary_server [type]'],
    ['zorblat runs on `noether`.', 'zorblat in noether [runs-on]'],
    ['Zorblat is a __queue__ server.', 'zorblat isa queue_server [type]'],
  ])('%s', (text, triple) => {
    expect(read(text)).toEqual([triple]);
  });

  it.each(['`count` is a counter that rises.', '`readAll` is a loader.', '6222 is a routing port.'])(
    'nothing: %s',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  it('keeps the sentence as it was written', () => {
    const text = '**Zorblat** (the [old](y) one: ZB) is a [web](x) server.';
    expect(scanCues(text, lexicon, { role: 'user' }).map((triple) => triple.sentence)).toEqual([text]);
  });
});

describe('what people say of their own', () => {
  it.each([
    ['zorblat is our gateway.', ['zorblat isa gateway [type]']],
    ['zorblat is my home server.', ['zorblat isa home_server [type]']],
    ['zorblat is our own gateway.', ['zorblat isa gateway [type]']],
    ['zorblat is part of the media stack.', ['zorblat in media_stack [membership]']],
    ['zorblat belongs to the smart home.', ['zorblat in smart_home [membership]']],
    ['zorblat is a member of our build cluster.', ['zorblat in build_cluster [membership]']],
    ['zorblat is our favourite.', []],
    ['zorblat is my problem.', []],
    ['The box is our gateway.', []],
    ['Is zorblat our gateway?', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what stands around a statement', () => {
  it.each([
    ['Zorblat, as described by Ada, is a mail server.', []],
    ['Zorblat is a daemon written in Rust.', ['zorblat isa daemon [type]', 'zorblat in rust [tech]']],
    ['Zorblat is a container deployed on Docker.', ['zorblat isa container [type]']],
    ['Zorblat is a plugin for Jellyfin written in Go.', ['zorblat isa plugin [type]']],
    ['We use a plugin for Jellyfin which is written in Go.', []],
    ['Zorblat is the database.', []],
    ['Import lists are part of the plan.', []],
    ['Import lists are a kind of feed.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what documentation says that is no fact', () => {
  it.each([
    ['Zorblat is a container and a server.', ['zorblat isa container [type]']],
    ['Emacs is a free software text editor.', ['emacs isa text_editor [type]']],
    ['Testing Library is a test framework.', ['testing_library isa test_framework [type]']],
    ['Enabling OCSP is part of the install configuration.', []],
    ['Zorblat is a Ruby on Rails application.', []],
    ['Zorblat++ is a source code editor.', []],
    ['Zorblat is deployed to manage the rest.', []],
    ['ZORB_TRAP_ID is a server.', []],
    ['Zorblat is a cluster scoped SecretStore.', ['zorblat isa secretstore [type]']],
    ['Zorblat is built using Golang v1.17.2.', ['zorblat in golang [tech]']],
    ['Zorblat is a software tool.', []],
    ['Zorblat is the ideal platform to send it to.', []],
    ['Zorblat is a European', []],
    ['Zorblat is a community driven project.', []],
    ['Zorblat is a `u32`.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('other names', () => {
  it.each([
    [
      'Zorblat, also known as zb2, runs on noether.',
      ['zb2 isa zorblat [alias]', 'zorblat in noether [runs-on]'],
    ],
    ['Zorblat (aka ZB) runs on noether.', ['zb isa zorblat [alias]', 'zorblat in noether [runs-on]']],
    ['Is Zorblat, also known as zb2, down?', []],
    ['The server, also known as the box, is slow.', []],
    ['I think Zorblat, also known as zb2, is broken.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});
