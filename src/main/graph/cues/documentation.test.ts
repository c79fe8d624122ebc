// What first runs on documentation that nobody had developed on showed, each class in a sentence of our own.
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

describe('where a noun phrase ends', () => {
  it.each([
    ['Zorblat is a mail tool specifically designed for choirs.', ['zorblat isa mail_tool [type]']],
    ['Zorblat is a chat app built entirely on noether.', ['zorblat isa chat_app [type]']],
    ['Zorblat is a queue Quillpress relies on.', ['zorblat isa queue [type]']],
    ['Zorblat is a mail provider building a new network.', ['zorblat isa mail_provider [type]']],
    ['Zorblat is a login server providing two-factor logins.', ['zorblat isa login_server [type]']],
    ['Zorblat is a crawler rather than a proxy.', ['zorblat isa crawler [type]']],
    ['Zorblat is an infrastructure as code tool.', []],
    ['Zorblat is a file sharing service.', ['zorblat isa file_sharing_service [type]']],
    ['Zorblat is a mail server led by a choir.', ['zorblat isa mail_server [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what belongs to a compound', () => {
  it.each([
    ['Zorblat is a federated chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a containerised chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a cutting-edge chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a European chat server.', ['zorblat isa european_chat_server [type]']],
    ['Zorblat is a third party chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a RESTful chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a rapidly growing chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a low level chat tool.', ['zorblat isa chat_tool [type]']],
    ['Zorblat is a Quill powered chat server.', ['zorblat isa chat_server [type]']],
    ['Zorblat is a virtual machine.', ['zorblat isa virtual_machine [type]']],
    ['Zorblat is a metadata container format.', ['zorblat isa metadata_container_format [type]']],
    ['Zorblat is a JSON format.', ['zorblat isa json_format [type]']],
    ['Zorblat is a CI/CD tool.', ['zorblat isa ci_cd_tool [type]']],
    ['Zorblat is a mail/chat tool.', []],
    ['Zorblat is a family business.', ['zorblat isa family_business [type]']],
    ['Zorblat is a server as a gift.', ['zorblat isa server [type]']],
    ['Zorblat is a time-saving tool.', []],
    ['Zorblat is a self-healing system.', []],
    ['Zorblat is easy to use.', []],
    ['Zorblat is a model provider popular for its models.', ['zorblat isa model_provider [type]']],
    ['Zorblat is the package manager of choice for choirs.', ['zorblat isa package_manager [type]']],
    ['Zorblat is the chosen web framework.', ['zorblat isa web_framework [type]']],
    ['Zorblat is our chosen format.', []],
    ['Zorblat is a schema-less search server.', ['zorblat isa search_server [type]']],
    ['[Zorblat] is a mail server.', ['zorblat isa mail_server [type]']],
    ['[zorblat] mail is a server.', []],
    ['Zorblat is a variable-length encoding.', []],
    ['Zorblat is the default option.', []],
    ['Zorblat is a declarative', []],
    ['Zorblat is a scheduler+graph.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what a clause leaves alone', () => {
  it.each([
    ['Zorblat is a client used to send mail.', ['zorblat isa client [type]']],
    ['Zorblat used to be a client.', []],
    ['Zorblat is written in Go, but unless you build it, you never notice.', ['zorblat in go [tech]']],
    ['If you want your own, Zorblat is a mail server.', []],
    ['Zorblat is a site generator or a wiki.', []],
    ['Zorblat is small and even runs on a Raspberry Pi.', ['zorblat in raspberry_pi [runs-on]']],
    ['The source of the [Zorblat] is hosted on Quillpress.', []],
    ['The [zorblat/examples] project is a demo project.', []],
    ['4 GB is a comfortable server.', []],
    ['Above: Zorblat running on noether.', []],
    ['All folders are writable, and NOT owned by `root`.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });

  it('two names in code spans do not blank what stands between them', () => {
    expect(read('`zorblat` runs on `noether`, and `quill2` is a server.')).toEqual([
      'zorblat in noether [runs-on]',
      'quill2 isa server [type]',
    ]);
  });

  it('an item of a list ends the line before it, and an indented line goes on with it', () => {
    expect(
      read(
        '- [zorb.example](https://zorb.example), hosted by Quillhost\n- [blat.example](https://blat.example), hosted by Blathost',
      ),
    ).toEqual(['zorb.example in quillhost [runs-on]', 'blat.example in blathost [runs-on]']);
    expect(read('- [Zorblat](https://zorblat.example/a/b) - Zorblat is a\n  fast mail server')).toEqual([
      'zorblat isa mail_server [type]',
    ]);
  });
});

describe('where and whose', () => {
  it.each([
    ['Zorblat is owned by the payments team.', ['zorblat in payments_team [owned-by]']],
    ['Zorblat is maintained by people who care.', []],
    ['Zorblat is managed by Terraform.', []],
    ['Zorblat is maintained by Friends of Mail.', []],
    ['Zorblat runs on the `quill_net` network.', []],
    ['Zorblat runs on Quill reconciliation.', []],
    ['Zorblat is installed on Quill and Blat systems.', []],
    ['Zorblat is hosted by the Quill Foundation.', []],
    ['Zorblat is built with OCI support.', []],
    ['Zorblat is based on Debian.', ['zorblat in debian [tech]']],
    ['Zorblat is a tool written in Go.', ['zorblat in go [tech]']],
    ['Zorblat is a commercial product built on `step-quill`.', ['zorblat in step-quill [tech]']],
    ['Zorblat is a no tool written in Go.', []],
    ['If Zorblat is a tool written in Go, it is fast.', []],
    ['Zorblat is no longer a tool written in Go.', []],
    ['Zorblat is written in [Go].', []],
    ['Zorblat is built on the Quill framework.', ['zorblat in quill [tech]']],
    ["Zorblat is built on Blatworks's infrastructure.", []],
    ['Zorblat is powered by Quill containers.', []],
    ['Zorblat is based on a Quill image.', []],
    ['Zorblat is developed in Rust.', ['zorblat in rust [tech]']],
    ['Zorblat is built purely in Go.', ['zorblat in go [tech]']],
    ['Zorblat is developed in Japan.', []],
    ['Zorblat is built in Quill Actions.', []],
    [
      'Zorblat is a distribution based on Quill.',
      ['zorblat isa distribution [type]', 'zorblat in quill [tech]'],
    ],
    ['Amongst others based on Zorblat.', []],
    ['Zorblat runs in Docker with its media.', ['zorblat in docker [runs-on]']],
    ['Zorblat runs in Proxmox VM 102.', []],
    ['Zorblat runs in Python.', []],
    ['Zorblat runs on host networking.', []],
    ['Zorblat is part of the Quill ecosystem.', ['zorblat in quill_ecosystem [membership]']],
    ['Zorblat is part of the ecosystem.', []],
    ['As Zorblat is written in Go, it is fast.', ['zorblat in go [tech]']],
    ['This is why Zorblat itself is written in Go.', ['zorblat in go [tech]']],
    ['Ensure Zorblat is running on noether.', []],
    ['- **Ada Blat**: The Zorblat LXC runs on Quill.', []],
    ['[Your Name] is a server.', []],
    ['Zorblat runs on Mac OS X, Windows and Linux.', []],
    ['The price is based on usage.', []],
    ['Zorblat is an integral part of our infrastructure.', []],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('what is said of everyday words and of the types of a program', () => {
  it.each([
    ['Throughput is a first-class signal.', []],
    ['Zorblat 2 is a mail server.', []],
    ['Step 2 is a mail server.', []],
    ['The ESP32 is a controller.', ['esp32 isa controller [type]']],
    ['The CPU is a controller.', []],
    ['The old Quill Press is a mail server.', []],
    ['Gold is a metal.', []],
    ['Composer is the package manager.', ['composer isa package_manager [type]']],
    ['`database_name` is the chat database.', []],
    ['QUILL_URL is a Quillpress server.', []],
    ['QUILL_URL is a number.', []],
    ['Zorblat is a registered trademark of Quillpress.', []],
    ['Earthly Cloud is a build platform.', ['earthly_cloud isa build_platform [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});

describe('descriptions behind a name', () => {
  it.each([
    [
      'Start it with Zorblat, a process manager that runs things at once.',
      ['zorblat isa process_manager [type]'],
    ],
    [
      'The client for Quill Tunnel, a tunneling daemon that reads mail.',
      ['quill_tunnel isa tunneling_daemon [type]'],
    ],
    ['It takes data from Zorblat, a library for likeness search.', ['zorblat isa library [type]']],
    ['Explore Zorblat, a web app for viewing mail.', ['zorblat isa web_app [type]']],
    ['We use Zorblat, a mail server.', ['zorblat isa mail_server [type]']],
    ['Zorblat (an open source mail server) sends letters.', ['zorblat isa mail_server [type]']],
    [
      'We use Zorblat, an authorization system, to manage access.',
      ['zorblat isa authorization_system [type]'],
    ],
    ['Start Zorblat, a small mail server, although you can use another.', ['zorblat isa mail_server [type]']],
    ['Systems such as Zorblat (an extension of Quill) are fast.', ['zorblat isa extension [quill]']],
    ['It wraps Zorblat for Windows, a player that plays.', []],
    ['Read Mails at Zorblat, a blog post that tells it.', []],
    ['It ships: a table of Zorblat, a viewer for mail, a list.', []],
    ['Andrea of Zorblat, a member of the Quill Committee, speaks.', []],
    ['On Zorblat, the server that sends mail is down.', []],
    ['When you use Zorblat, a server that sends mail is asked.', []],
    ['In Quill, the compiler refuses mail.', []],
    ['We need Zorblat, a queue that holds jobs, and a worker.', []],
    ['We need Zorblat, a queue and a worker.', []],
    ['Blat, Quill, a viewer.', []],
    ['You are Zorblat, a research agent that reads mail.', []],
    ['Act as Zorblat, a research agent that reads mail.', []],
    ['If you use Zorblat, a mail server that sends letters, you win.', []],
    ['Do you know Zorblat, a mail server that sends letters?', []],
    ['It was a server for Quill, a server for Blat.', []],
    ['O Zorblat, a ferramenta que é boa.', []],
    ['Run it on Zorblat (the server).', ['zorblat isa server [type]']],
  ])('%s', (text, triples) => {
    expect(read(text)).toEqual(triples);
  });
});
