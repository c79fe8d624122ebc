// The part of the registry that reads evidence and briefs: names of packages and advisories, what a guard looks through, citations, questions put to the evidence.
// Used by scanners.ts.
import { checkAnswer } from '../../src/main/advisory/brief/composition.ts';
import { literal, plain } from '../../src/main/advisory/brief/plain-words.ts';
import { type CitedSource, Sources } from '../../src/main/advisory/brief/sources.ts';
import { guardedChunks, Tally } from '../../src/main/advisory/context/guarded.ts';
import { judgeAdvisory } from '../../src/main/advisory/findings/judge/judge.ts';
import { judgeByCpe } from '../../src/main/advisory/findings/judge/judge-cpe.ts';
import { guardText } from '../../src/main/advisory/guard/guard.ts';
import { Labels, redactTyped } from '../../src/main/advisory/guard/redact-typed.ts';
import { advisoryId, idsIn } from '../../src/main/advisory/identity/advisory-id.ts';
import { parseCpe } from '../../src/main/advisory/identity/cpe.ts';
import { distroOfEcosystem, distroOfName } from '../../src/main/advisory/identity/distro.ts';
import { keysOf, nameDoubt, packageKeyOfEcosystem } from '../../src/main/advisory/identity/package-key.ts';
import { MAX_PURL_CHARS, parsePurl } from '../../src/main/advisory/identity/purl.ts';
import { matchPurl } from '../../src/main/advisory/identity/purl-match.ts';
import { comparableVersion } from '../../src/main/advisory/identity/version-text.ts';
import { linksOf, vulnerabilities } from '../../src/main/advisory/identity/vulnerability.ts';
import { buildPrompt } from '../../src/main/advisory/prompt/build-prompt.ts';
import { decodeClaim } from '../../src/main/advisory/prompt/decode-claim.ts';
import { preview } from '../../src/main/advisory/prompt/preview.ts';
import { MAX_CHUNK } from '../../src/main/advisory/retrieval/chunk-texts.ts';
import { hashedVector } from '../../src/main/advisory/retrieval/embed.ts';
import { highlightsOf } from '../../src/main/advisory/retrieval/highlights.ts';
import { wordScore } from '../../src/main/advisory/retrieval/rank.ts';
import { askedWords } from '../../src/main/advisory/retrieval/words.ts';
import { readEnvelope } from '../../src/main/advisory/signing/envelope.ts';
import { readPublicKey } from '../../src/main/advisory/signing/public-key-text.ts';
import { readStatement } from '../../src/main/advisory/signing/statement.ts';
import { nameFault } from '../../src/main/bundle/entry-name.ts';
import { whatInstead } from '../../src/main/bundle/no-bundle.ts';
import { SumsReader } from '../../src/main/bundle/sums.ts';
import { readHeader } from '../../src/main/bundle/tar-header.ts';
import { ASIDE, ON_THE_WAY, once, type Row, SLICE, within } from './row.ts';

const IDENTITY = 'main/advisory/identity';
const GUARD = 'main/advisory/guard';

/** A package URL with the text as its parts, joined to itself. */
function identified(text: string): unknown {
  return ['rpm/redhat', 'npm', 'pypi', 'golang', 'maven', 'github', 'swift/x.example'].map((type) => {
    const read = parsePurl(`pkg:${type}/${text}`);
    return read.ok && [keysOf(read.purl), matchPurl(read.purl, read.purl), nameDoubt(read.purl, () => false)];
  });
}

const CPE = 'cpe:2.3:a:a:a:*:*:*:*:*:*:*:*';

const componentOf = (version: string) => ({
  ref: 'a',
  name: 'a',
  version,
  purl: null,
  cpe: CPE,
  kind: 'device',
  scope: 'runtime' as const,
  digests: [],
});

/** A component and an entry of an advisory about it, whose names and versions are the text. */
function matched(text: string): unknown {
  const entry = (module?: string, cpe?: string) => ({
    sourceId: '',
    document: 1,
    format: 'osv',
    source: '',
    issuer: '',
    statedAt: 0,
    dated: true,
    advisory: text,
    affected: {
      purl: null,
      ecosystem: 'AlmaLinux:8',
      name: 'a',
      ranges: [{ type: 'ECOSYSTEM' as const, events: [{ introduced: '0' }, { fixed: text }] }],
      versions: [text],
      ...(module === undefined ? {} : { module }),
      ...(cpe === undefined ? {} : { cpe }),
    },
  });
  const types = ['rpm', 'maven', 'gem', 'github', 'golang', 'bitnami'];
  const read = parsePurl('pkg:rpm/almalinux/a@1.module_el8?distro=almalinux-8');
  const component = read.ok && { ...read.purl, version: `1.module_el8${text}` };
  return [
    parseCpe(`cpe:2.3:a:${text}`),
    parseCpe(`cpe:/a:${text}`),
    distroOfName(`SUSE ${text}`),
    types.map((type) => comparableVersion(type, 'stdlib', text)),
    judgeByCpe([entry(undefined, CPE)], { n: 1, component: componentOf(text), purl: null }),
    component && judgeAdvisory([entry(), entry(`a:${text}`)], component),
  ];
}

const sourceOf = (content: string): CitedSource => ({
  n: 1,
  sourceId: 'osv:a#advisory-1',
  contentHash: '',
  from: 0,
  content,
  suspicious: false,
});

/** A text as a model's answer, and as what a model quotes of a source. */
function checkedAnswer(text: string): unknown {
  const parts = { statements: [], sources: [sourceOf(text)], canary: 'Q7w9Zk2mCanary' };
  const quoting = {
    order: [],
    lead: [],
    headings: [],
    quotations: [{ source: 1, text: text.slice(0, 300) }],
  };
  return [checkAnswer(text, parts), checkAnswer(JSON.stringify(quoting), parts)];
}

/** A text of evidence, as a statement shows and quotes it. */
function shownEvidence(text: string): unknown {
  const sources = new Sources({ sections: [] }, [sourceOf(text)]);
  return [
    plain(text),
    literal(text),
    sources.quoted('osv:a#advisory-1', text),
    sources.cite('osv:a#advisory-1', 'x'),
  ];
}

const pieceOf = (text: string) => ({
  ...{ sourceId: 'osv:a#advisory-1', kind: 'advisory' as const, text, textHash: '', sourceUrl: null },
  ...{ issuer: '', licence: null, contentHash: '', retrievedAt: 0, exact: null, rank: 1 },
});

/** An envelope that is the text, and one whose payload, signature and type it is. */
function enveloped(text: string): unknown {
  const whole = {
    payload: text,
    payloadType: text.slice(0, 900),
    signatures: [{ sig: text.slice(0, 9000) }],
  };
  return [
    readEnvelope(Buffer.from(text)),
    readEnvelope(Buffer.from(JSON.stringify(whole))),
    readStatement(Buffer.from(text)),
  ];
}

function publicKeyOf(text: string): unknown {
  try {
    return readPublicKey(text);
  } catch {
    return null;
  }
}

/** A text as an operator's, and as evidence. */
function* bothScopes(text: string): Generator<unknown> {
  for (const scope of ['operator', 'evidence'] as const) yield guardText({ scope, text }, new Labels(), 1e9);
}

/** A text as all that a bundle has to say of its files: headers, and lines of the list. */
function bundled(text: string): unknown {
  const bytes = Buffer.from(text);
  const reader = new SumsReader();
  const header = Buffer.alloc(512);
  bytes.copy(header);
  const listed = Buffer.from(text.replaceAll('\n', `\n${'a'.repeat(64)}  `));
  return [
    readHeader(header),
    whatInstead(bytes),
    nameFault(text),
    reader.push(bytes),
    new SumsReader().push(listed),
    reader.end(),
  ];
}

export const EVIDENCE_ROWS: readonly Row[] = [
  // --- what an advisory speaks of
  {
    name: 'package URL',
    modules: within(IDENTITY, 'purl purl-types distro ecosystems package-key purl-match'),
    alphabets: ['letters', 'marks', 'punctuation', 'paths', 'advisories'],
    most: MAX_PURL_CHARS,
    holdMs: SLICE,
    steps: once(identified),
  },
  {
    name: 'package of an ecosystem',
    modules: within(IDENTITY, 'distro ecosystems package-key purl purl-types'),
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'advisories'],
    holdMs: ON_THE_WAY,
    steps: (text) => [
      packageKeyOfEcosystem(text, text),
      ...['PyPI', 'npm', 'Maven', 'Go', 'SwiftURL', 'VSCode'].map((one) => packageKeyOfEcosystem(one, text)),
      distroOfEcosystem(text),
    ],
  },
  {
    name: 'versions and names of products',
    modules: `${within(IDENTITY, 'cpe version-text')} ${within('main/advisory/findings/judge', 'judge judge-claim judge-cpe')}`,
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'advisories'],
    most: 4096,
    holdMs: ON_THE_WAY,
    steps: once(matched),
  },
  {
    name: 'ids of advisories in a text',
    modules: within(IDENTITY, 'advisory-id'),
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'paths', 'advisories'],
    steps: idsIn,
  },
  {
    name: 'aliases',
    modules: within(IDENTITY, 'vulnerability advisory-id code-points'),
    alphabets: ['space', 'letters', 'advisories'],
    most: 131_072,
    steps: once((text) => {
      advisoryId(text);
      const ids = text.split(' ');
      const links = linksOf({ id: ids[0] ?? '', aliases: ids, upstream: ids, related: ids });
      return vulnerabilities(links).origins(ids[0] ?? '');
    }),
  },
  // --- briefs
  {
    name: 'answer of a model that arranges a brief',
    modules: within('main/advisory/brief', 'composition'),
    alphabets: ['json', 'json', 'letters', 'marks', 'space', 'orders'],
    // More is refused unread.
    most: 20_000,
    holdMs: SLICE,
    steps: once(checkedAnswer),
  },
  {
    name: 'evidence in a statement of a brief',
    modules: within('main/advisory/brief', 'plain-words sources'),
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'markup'],
    most: MAX_CHUNK,
    holdMs: SLICE,
    steps: once(shownEvidence),
  },
  {
    name: 'prompt of a brief',
    modules: within('main/advisory/prompt', 'assemble build-prompt decode-claim preview'),
    alphabets: ['markup', 'space', 'letters', 'marks', 'punctuation'],
    most: 65_536,
    holdMs: ASIDE,
    steps: once((text) => [
      buildPrompt('summary', [{ id: 1, urn: text, content: text }], text, { canary: 'Q7w9Zk2mCanary' }),
      decodeClaim(text),
      preview(text),
    ]),
  },
  {
    name: 'question put to the evidence',
    modules: within('main/advisory/retrieval', 'words embed rank search'),
    alphabets: ['letters', 'marks', 'punctuation', 'space', 'advisories'],
    most: 4000,
    holdMs: SLICE,
    steps: once((text) => [
      askedWords(text),
      hashedVector(text),
      wordScore(text, new Map([[text.slice(0, 9), 256]])),
    ]),
  },
  {
    name: 'excerpt of a pack',
    modules: within('main/advisory/retrieval', 'highlights'),
    alphabets: ['advisories', 'citations', 'letters', 'punctuation', 'space'],
    most: MAX_CHUNK,
    holdMs: SLICE,
    steps: once((text) => {
      const some = new Set([text.slice(0, 9)]);
      return highlightsOf(text, { ids: some, packages: some, versions: some });
    }),
  },
  {
    name: 'piece on its way into a pack',
    modules: within('main/advisory/context', 'guarded neutralised'),
    alphabets: ['orders', 'orders', 'secrets', 'markup', 'letters', 'space'],
    most: MAX_CHUNK,
    holdMs: SLICE,
    steps: once((text) => guardedChunks([pieceOf(text)], new Labels(), new Tally())),
  },
  // --- signatures
  {
    name: 'signed envelope',
    modules: `main/advisory/formats/json-document ${within('main/advisory/signing', 'base64 envelope statement')}`,
    alphabets: ['json', 'json', 'letters', 'marks', 'space'],
    holdMs: ASIDE,
    steps: once(enveloped),
  },
  {
    name: 'public key in PEM',
    modules: within('main/advisory/signing', 'public-key-text base64'),
    alphabets: ['letters', 'space', 'pem', 'pem'],
    most: 8192,
    holdMs: SLICE,
    steps: (text) => [
      publicKeyOf(text),
      publicKeyOf(`-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----`),
    ],
  },
  // --- bundles
  {
    name: 'names and hashes of a bundle',
    modules: within('main/bundle', 'entry-name sums tar-header read-bundle no-bundle'),
    alphabets: ['space', 'letters', 'punctuation', 'paths'],
    // What is read of a file at once.
    most: 262_144,
    holdMs: ASIDE,
    steps: once(bundled),
  },
  // --- what stands before a model
  {
    name: 'redaction with types',
    modules: `shared/secret-spans shared/secret-evidence shared/secrets-in-use ${within(GUARD, 'redact-typed pii fold')}`,
    alphabets: ['space', 'letters', 'punctuation', 'secrets', 'secrets', 'orders', 'paths'],
    most: 131_072,
    holdMs: 500,
    steps: once((text) => redactTyped(text, new Labels())),
  },
  {
    name: 'guard of a text',
    modules: within(GUARD, 'guard injection frames match mention words fold phrases'),
    alphabets: ['space', 'letters', 'marks', 'punctuation', 'markup', 'orders', 'orders', 'orders'],
    most: 131_072,
    ways: 2,
    holdMs: 500,
    steps: bothScopes,
  },
];
