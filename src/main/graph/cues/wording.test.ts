// Wordings that random pages of documentation showed, each class in a sentence of our own.
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

describe('what a compound takes in', () => {
  it.each([
    ['Zorblat is an image sharing platform.', ['zorblat isa image_sharing_platform [type]']],
    ['Zorblat is a website serving mail.', ['zorblat isa website [type]']],
    ['Zorblat is an agent calling Quill Server.', ['zorblat isa agent [type]']],
    ['Zorblat is a software product.', []],
    ['Zorblat is a Quillpress wrapper.', ['zorblat isa quillpress_wrapper [type]']],
    ['Zorblat is a thin wrapper.', []],
    ['Zorblat is a Gnu 5–based mail server.', ['zorblat isa mail_server [type]']],
    ['Zorblat is a [Gnu](https://gnu.example)-based mail server.', ['zorblat isa mail_server [type]']],
    ['Zorblat is a de-facto standard for mail.', ['zorblat isa standard [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what something is of something else', () => {
  it.each([
    ['Zorblat is the cluster manager of Quillpress.', ['zorblat isa cluster_manager [type]']],
    ['Zorblat is a manager of Quillpress.', ['zorblat isa manager [quillpress]']],
    ['Zorblat is the manager of Quillpress.', []],
    ['ZDK (the Zorblat Development Kit) is a mail library.', ['zdk isa mail_library [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('where it runs, by what it runs as', () => {
  it.each([
    ['zorblat-1 is a VM on hilbert7.', ['zorblat-1 isa vm [type]', 'zorblat-1 in hilbert7 [runs-on]']],
    [
      'Zorblat is a mail bot running on hilbert7.',
      ['zorblat isa mail_bot [type]', 'zorblat in hilbert7 [runs-on]'],
    ],
    ['Zorblat is a container running on Docker.', ['zorblat isa container [type]']],
    ['Zorblat is a container on the mail network.', ['zorblat isa container [type]']],
    ['Zorblat is a daemon on port 80.', ['zorblat isa daemon [type]']],
    ['Zorblat runs as a Docker container on hilbert7.', ['zorblat in hilbert7 [runs-on]']],
    ['Zorblat runs inside a VM on hilbert7.', ['zorblat in hilbert7 [runs-on]']],
    ['Zorblat runs as root on hilbert7.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('with what it is made and with what it comes', () => {
  it.each([
    ['Zorblat is written in rust.', ['zorblat in rust [tech]']],
    ['Zorblat is a bot written in python.', ['zorblat isa bot [type]', 'zorblat in python [tech]']],
    ['Zorblat is written in haste.', []],
    ['Zorblat is a tool written entirely in Rust.', ['zorblat in rust [tech]']],
    ['Zorblat is implemented using Quillmatic.', ['zorblat in quillmatic [tech]']],
    ['Zorblat is made with care.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('descriptions behind a name go on', () => {
  it.each([
    ['It uses Zorblat — a mail server for choirs.', ['zorblat isa mail_server [type]']],
    ['One of the features of Zorblat (the mail driver) is old.', []],
    ['Make an encrypted book in Zorblat — a special notebook.', []],
    ['They met in Norway, a format used by choirs.', []],
    ['The leg is purely Zorblat — an attacker who waits.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('names that are given, and what is called by a name', () => {
  it.each([
    ['We have a NAS called hilbert7.', ['hilbert7 isa nas [type]']],
    ['Quillpress uses a mail server named Zorblat.', ['zorblat isa mail_server [type]']],
    [
      'Quillpress exposes a small language called Zorblat Script that runs anywhere.',
      ['zorblat_script isa language [type]'],
    ],
    ['Create a network called hilbert7.', []],
    ['You need a server called Zorblat.', []],
    ['If we have a server called Zorblat, use it.', []],
    ['Here is an example that uses a network called Zorblat.', []],
    ['It has a hook called `onStart`.', []],
    ['The Zorblat build environment is based on Quillpress.', []],
    ['The Zorblat framework is written in Rust.', ['zorblat in rust [tech]']],
    ['The Docker image is a mail server.', []],
    ['The ZMTP server is written in Rust.', []],
    ['The Zorblat docs are built using Hugo.', []],
    ['Zorblat is built using Quill for Mails.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('ordinary words around a class', () => {
  it.each([
    ['Zorblat is a realtime distributed messaging platform.', ['zorblat isa messaging_platform [type]']],
    [
      'Zorblat is a vendor-neutral Quill Collector distribution.',
      ['zorblat isa quill_collector_distribution [type]'],
    ],
    ['Zorblat is a smarter mail client.', ['zorblat isa mail_client [type]']],
    ['Zorblat is a simpler alternative.', []],
    ['Zorblat is a GPL licensed mail server.', ['zorblat isa mail_server [type]']],
    ['Zorblat is a mail service accessible via Quill.', ['zorblat isa mail_service [type]']],
    ['Open zSwitch is a mail switch.', ['open_zswitch isa mail_switch [type]']],
    ['Zorblat is based on the Quill Printing Protocol.', ['zorblat in quill_printing_protocol [tech]']],
    ['Zorblat database is a mail store.', []],
    ["Jens' server is a mail store.", []],
    ['Zorblat container running on the host', []],
    ['Zorblat is open source software.', []],
    ['The team is software engineers.', []],
    ['It is built with **quillo**, a static site generator.', ['quillo isa site_generator [type]']],
    ['The run is idempotent, a run with nothing to do.', []],
    ['Zorblat, a spare, is a mail worker.', ['zorblat isa mail_worker [type]']],
    ['Glow is a mail reader.', ['glow isa mail_reader [type]']],
    ['Zorblafed is a mail server.', ['zorblafed isa mail_server [type]']],
    ['`quill` is the default embedded mail DB.', []],
    ['a3 is the only control plane.', ['a3 isa control_plane [type]']],
    [
      'Zorblat is a mail daemon that runs on hilbert7.',
      ['zorblat isa mail_daemon [type]', 'zorblat in hilbert7 [runs-on]'],
    ],
    ['Zorblat is a mail daemon that runs on Linux.', ['zorblat isa mail_daemon [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what read documentation got wrong', () => {
  it.each([
    ['Zorblat runs as a pod in Kubernetes mode.', []],
    ['Zorblat is built using a Docker container relying on Buildx.', []],
    ['Zorblat is part of the hosting context.', []],
    ['It renders this into a StatefulSet (the mail proxy pod) in the lab.', []],
    ['Not the full `UserGroups` — a peer in five groups only tags one.', []],
    ['Zorblat is managed by the Talos vipController.', []],
    ['Zorblat runs on win32 and osx too.', []],
    ['Zorblat is written only in `NewEntries`.', []],
    ['Zorblat is a mail protocol spoken by platforms.', ['zorblat isa mail_protocol [type]']],
    ['Zorblat is a small contributor.', []],
    ['Zorblat is a Swiss army knife for choirs.', []],
    ['Zorblat is a very common one, Quill is another.', []],
    ['Zorblat is a very basic mail utility.', ['zorblat isa mail_utility [type]']],
    ['Zorblat is a _very_ slippery slope.', []],
    ['Zorblat is built using the Powershell scripts.', []],
    ['Zorblat belongs to the given Quill.', []],
    ['per-user always belongs to the service.', []],
    ['Zorblat is part of composing mails.', []],
    ['Zorblat is part of the monitoring stack.', ['zorblat in monitoring_stack [membership]']],
    ['Zorblat is a single statically compiled binary.', ['zorblat isa binary [type]']],
    [
      'Zorblat is a single executable written in Golang.',
      ['zorblat isa executable [type]', 'zorblat in golang [tech]'],
    ],
    ['zorblat-1 is part of the package Quill.', ['zorblat-1 in quill [membership]']],
    ['The activation script is implemented in the Bash language.', []],
    ['Zorblat is the friendliest platform that there is.', []],
    ['Using Quillpress, a simple query to find mails would look so.', []],
    [
      'Zorblat is a mail project built using Quill.',
      ['zorblat isa mail_project [type]', 'zorblat in quill [tech]'],
    ],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('how names and classes are written', () => {
  it.each([
    ['🏳️‍🌈 Zorblat is a mail server.', ['zorblat isa mail_server [type]']],
    ['``zorblat`` is a mail server.', ['zorblat isa mail_server [type]']],
    ["Zorblat is Quill's answer to mail.", []],
    ["Zorblat is Quill's.", []],
    ['Zorblat is a mail tool built in Python.', ['zorblat isa mail_tool [type]', 'zorblat in python [tech]']],
    ['Zorblat is a mail tool built in the open.', ['zorblat isa mail_tool [type]']],
    ['Zorblat is a continuous integration server.', ['zorblat isa continuous_integration_server [type]']],
    ['At its core resides a shared library called Zorblat.', ['zorblat isa library [type]']],
    ['The zorBlat is a mail module.', ['zorblat isa mail_module [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('a class that stands before its name', () => {
  it.each([
    ['Our build server is hilbert.', ['hilbert isa build_server [type]']],
    ['The reverse proxy is Quillpress.', ['quillpress isa reverse_proxy [type]']],
    ['My server is hilbert7.', ['hilbert7 isa server [type]']],
    ['The mail server is hilbert, not noether.', ['hilbert isa mail_server [type]']],
    ['The server is Quillpress.', []],
    ['The web server is down.', []],
    ['The mail server is stateless.', []],
    ['The mail server is open-source.', []],
    ['The old mail server is hilbert.', []],
    ['The mail server is not hilbert.', []],
    ['Is the mail server hilbert?', []],
    ['If the mail server is hilbert, stop.', []],
    ['I think the mail server is hilbert.', []],
    ['The log level is INFO.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});
