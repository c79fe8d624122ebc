// The command line's grammar: one table of commands and options, parsed strictly, with errors that say what to type.
import { parseArgs } from 'node:util';
import type { AdviseCommand } from './advise.ts';
import { adviseAction } from './advise-arguments.ts';
import { bundleCommand } from './bundle/bundle-arguments.ts';
import type { BundleCommand } from './bundle/bundles.ts';
import type { ClientKeyCommand } from './client-key.ts';
import { clientKeyAction } from './client-key-arguments.ts';
import { conflictAction } from './conflict-arguments.ts';
import type { ConflictsCommand } from './conflicts.ts';
import type { EvidenceCommand } from './evidence.ts';
import { evidenceAction } from './evidence-arguments.ts';
import type { ExplainCommand } from './explain/explain.ts';
import { explainAction } from './explain/explain-arguments.ts';
import type { ExplainPackCommand } from './explain/explain-pack.ts';
import type { IKnowThatCommand } from './i-know-that.ts';
import type { McpCommand } from './mcp.ts';
import type { MigrateCommand } from './migrate.ts';
import { mistake } from './mistake.ts';
import type { RunningSite } from './operator-call.ts';
import type { RecallCommand } from './recall.ts';
import type { ResolveCommand } from './resolve.ts';
import { addressOf } from './running.ts';
import type { TransferCommand } from './transfer.ts';
import { transferCommand } from './transfer-arguments.ts';
import type { VerifyCommand } from './verify.ts';

export interface ServeOptions {
  readonly dataDir?: string | undefined;
  readonly listen?: string | undefined;
  readonly consoleListen?: string | undefined;
  readonly upstream?: string | undefined;
  readonly database?: string | undefined;
  readonly json: boolean;
  readonly open: boolean;
  readonly demo: boolean;
  readonly demoAgents: boolean;
  readonly demoSessions: boolean;
  readonly demoEvidence: boolean;
}

export type Command =
  | { readonly name: 'serve'; readonly options: ServeOptions }
  | IKnowThatCommand
  | ({ readonly name: 'recall' } & RecallCommand)
  | ({ readonly name: 'mcp' } & McpCommand)
  | ({ readonly name: 'explain' } & (ExplainCommand | ExplainPackCommand))
  | ({ readonly name: 'url' } & RunningSite)
  | ({ readonly name: 'resolve' } & ResolveCommand)
  | ({ readonly name: 'client-key' } & ClientKeyCommand)
  | ({ readonly name: 'conflicts' } & ConflictsCommand)
  | ({ readonly name: 'evidence' } & EvidenceCommand)
  | ({ readonly name: 'advise' } & AdviseCommand)
  | TransferCommand
  | BundleCommand
  | ({ readonly name: 'verify' } & VerifyCommand)
  | ({ readonly name: 'migrate' } & MigrateCommand)
  | { readonly name: 'help' }
  | { readonly name: 'version' };

const DEFAULT_URL = 'http://127.0.0.1:11435';

const OPTIONS = {
  'data-dir': { type: 'string' },
  listen: { type: 'string' },
  'console-listen': { type: 'string' },
  upstream: { type: 'string' },
  database: { type: 'string' },
  project: { type: 'string' },
  until: { type: 'string' },
  ttl: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean' },
  open: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  demo: { type: 'boolean' },
  'no-agents': { type: 'boolean' },
  'no-sessions': { type: 'boolean' },
  'no-evidence': { type: 'boolean' },
  'no-graph': { type: 'boolean' },
  headless: { type: 'boolean' },
  batch: { type: 'boolean' },
  task: { type: 'string' },
  artifact: { type: 'string' },
  policy: { type: 'string' },
  prompt: { type: 'boolean' },
  wait: { type: 'boolean' },
  view: { type: 'string' },
  reason: { type: 'string' },
  seen: { type: 'string' },
  dimension: { type: 'string' },
  which: { type: 'string' },
  'existing-dimension': { type: 'string' },
  'new-dimension': { type: 'string' },
  'gives-way': { type: 'string' },
  format: { type: 'string' },
  file: { type: 'string' },
  mirror: { type: 'string' },
  'sbom-service': { type: 'boolean' },
  profile: { type: 'string' },
  timeout: { type: 'string' },
  refresh: { type: 'boolean' },
  events: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  list: { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'while-running': { type: 'boolean' },
  brief: { type: 'string' },
  revision: { type: 'string' },
  overwrite: { type: 'boolean' },
  key: { type: 'string', multiple: true },
  'trust-unsigned': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Which options each command takes; anything else is a mistake worth saying. */
const ACCEPTED: Record<Command['name'], readonly (keyof typeof OPTIONS)[]> = {
  serve: [
    'data-dir',
    'listen',
    'console-listen',
    'upstream',
    'database',
    'json',
    'open',
    'no-open',
    'demo',
    'no-agents',
    'no-sessions',
    'no-evidence',
    'headless',
  ],
  iknowthat: ['until', 'ttl', 'project', 'url', 'data-dir'],
  forget: ['project', 'url', 'data-dir'],
  recall: ['project', 'url', 'data-dir', 'json'],
  mcp: ['project', 'url', 'data-dir'],
  explain: [
    ...([
      'batch',
      'data-dir',
      'database',
      'project',
      'task',
      'artifact',
      'policy',
      'prompt',
      'json',
    ] as const),
  ],
  url: ['data-dir', 'url'],
  'client-key': ['project', 'json', 'data-dir', 'url', 'database'],
  resolve: ['wait', 'json', 'data-dir', 'url'],
  conflicts: [
    ...(['json', 'data-dir', 'url', 'project', 'view', 'reason', 'seen', 'dimension', 'which'] as const),
    ...(['existing-dimension', 'new-dimension', 'gives-way'] as const),
  ],
  evidence: ['project', 'format', 'file', 'mirror', 'sbom-service', 'json', 'data-dir', 'url'],
  advise: [
    ...([
      'project',
      'artifact',
      'policy',
      'profile',
      'timeout',
      'refresh',
      'json',
      'data-dir',
      'url',
    ] as const),
  ],
  export: ['format', 'project', 'events', 'data-dir', 'url'],
  import: ['dry-run', 'reason', 'data-dir', 'url'],
  backup: ['passphrase-file', 'list', 'data-dir', 'url'],
  restore: ['passphrase-file', 'data-dir', 'url'],
  verify: ['json', 'database', 'data-dir', 'url'],
  'export-bundle': [
    ...(['project', 'no-evidence', 'no-graph', 'brief', 'revision', 'profile'] as const),
    ...(['overwrite', 'data-dir', 'url'] as const),
  ],
  'import-bundle': ['key', 'dry-run', 'trust-unsigned', 'json', 'data-dir', 'url'],
  'verify-bundle': ['key', 'json'],
  'public-key': ['profile', 'data-dir', 'url'],
  migrate: ['from', 'to', 'while-running', 'json'],
  help: [],
  version: [],
};

export const HELP = `festinger [start]            open the console (desktop window, or a browser where there is none)
festinger serve              serve the console to a browser
    --data-dir DIR           where the graph and its settings live
    --listen HOST:PORT       where agents come in, and operators while it is loopback (default 127.0.0.1:11435)
    --console-listen HOST:PORT   where operators come in when it is not (default 127.0.0.1:11436)
    --upstream URL           the Ollama to stand in front of, as a URL or as HOST:PORT (default http://127.0.0.1:11434)
    --database DATABASE      a SQLite file (default festinger.db in the data directory), or
                             postgres://USER:PASSWORD@HOST:PORT/NAME, which several can share
    --demo                   a built-in scripted upstream, a seeded graph, six things to act on, two sessions of the
                             assistant, findings in invented packages, a few scripted agents
    --no-agents              with --demo: its agents stay away; nobody calls but yours
    --no-sessions            with --demo: the assistant has no sessions yet, and nothing waits for approval
    --no-evidence            no evidence is imported at the start: neither that of --demo nor the list of Festinger's own components
    --json                   print one line of JSON when ready: {"url", "token", "pid"}
    --open, --no-open        open the browser, or do not (default)
festinger iknowthat 'FACT'   store a fact: gutask iknowthat 'gnommoweb -isa repo in context of type'
    --until 2026-12-24 | --ttl 30d   when it ends; without either it has no end
    --project NAME  --url URL  --data-dir DIR
festinger forget 'FACT'      say that a fact is so no more; it stays in the history (--project NAME, --url URL, --data-dir DIR)
festinger recall NAME        what agents are told about a name, in any spelling (--json, --project NAME, --url URL, --data-dir DIR)
festinger mcp                the memory for an agent that speaks MCP, on standard input and output; needs a running Festinger
                             (--project NAME, --url URL, --data-dir DIR; the key in FESTINGER_CLIENT_KEY)
festinger explain text|prompt|loop|command|version|guard|citations [INPUT]   what Festinger makes of a text, a prompt,
                             a conversation that may loop, a command, versions and ranges, a text for a brief, or a brief's citations, as JSON
    --batch [FILE]           JSON lines on stdin or in a file, JSON lines on stdout, in order
    --data-dir DIR  --database DATABASE   whose memory, of a text or a prompt; default the database that DIR's config.yaml names
festinger explain pack KEY   everything a model would get about an advisory, as JSON; asks no model
    --task summary|conflict|remediation  --artifact PRODUCT, RESOURCE or DIGEST  --policy VERSION  --project NAME
    --prompt                 the exact prompt; its digest and what was left out on stderr
    --json                   on one line  --data-dir DIR  --database DATABASE
festinger url                a new one-time link for the running console (--data-dir DIR, --url URL)
festinger client-key [list | add NAME [--project NAME] | revoke ID]   keys of agents; works without a running
                             Festinger too (--json, --data-dir DIR, --url URL, --database DATABASE)
festinger resolve            start the resolution job (--wait: until it is over; --json, --data-dir DIR, --url URL)
festinger conflicts [list | show ID | decide ID DECISION]   the queue (--json, --data-dir DIR, --url URL)
    --view open|snoozed|decided  --project NAME
    keep | replace [--gives-way EDGE] | split --existing-dimension D --new-dimension D
    | move --dimension D [--which incoming|existing] | dismiss      --reason TEXT  --seen VERSION
festinger evidence add PATH…  import advisories, VEX, SBOMs, KEV and EPSS: files, folders, archives, or http(s)
                             URLs of files and archives (--project NAME, --json, --data-dir DIR, --url URL)
festinger evidence import-osv ECOSYSTEM   import or update the advisory database of an ecosystem of OSV (npm, PyPI, Debian:12 …),
                             by default from the OSV mirror in Settings (--file all.zip, --mirror URL, --project NAME,
                             --json, --data-dir DIR, --url URL)
festinger evidence list      imported documents (--format osv|csaf|openvex|cyclonedx|spdx|policy-trace|runtime-hint|kev|epss)
festinger evidence check PATH…   whether files can be imported, and if not, where and why; needs no running Festinger (--json)
festinger evidence check --sbom-service [ARTIFACT]   whether the SBOM service of config.yaml answers, and what it has (--project
                             NAME, --json, --data-dir DIR, --url URL)
festinger advise summary|conflict|remediation KEY   a brief on an advisory, or on concept:NAME of the graph; exit 0 with a brief,
                             2 if it was refused, 3 if it isn't ready (--json, --project NAME, --data-dir DIR, --url URL)
    --artifact PRODUCT, RESOURCE or DIGEST  --policy VERSION  --profile default|fips-local|gost-local|cloud-openai
    --timeout SECONDS        how long to wait (default 300); 0 only checks whether it exists
    --refresh                create a new revision even if a brief exists
festinger export [FILE]      the memory as a file, or on standard output (--data-dir DIR, --url URL)
    --format jsonl|graphml|cytoscape|csv  --project NAME  --events
festinger import FILE        take in a file that export wrote as jsonl (--dry-run, --reason TEXT, --data-dir DIR, --url URL)
festinger backup             write a backup into the data directory (--list: what there is; --data-dir DIR, --url URL)
    --passphrase-file FILE   put the API keys in, under the passphrase on the file's first line
festinger restore NAME       replace the memory by a backup (--passphrase-file FILE, --data-dir DIR, --url URL)
festinger verify             check the chains of events, and memory against the tables (--json, --data-dir DIR, --url URL,
                             --database FILE)
festinger export-bundle FILE   briefs, evidence, decisions and the graph as one signed file to carry to another host
    --project NAME  --no-evidence  --no-graph  --overwrite  --data-dir DIR  --url URL
    --brief CACHE_KEY        one brief alone, in the newest revision or that of --revision N
    --profile default|fips-local|gost-local|cloud-openai   whose key signs it; default that of default, or of the brief's profile
festinger import-bundle FILE   take in an export of another host: all of it where nothing is, else what is new (--dry-run, --json,
                             --data-dir DIR, --url URL)
    --key PUB.pem            a public key it may be signed with, once for each; those of this installation are known
    --trust-unsigned         take it also where nobody is known to have made it
festinger verify-bundle FILE   whether a bundle is whole, and who signed it; nothing has to run (--json)
    --key PUB.pem            a public key it may be signed with, once for each; without one checksums alone are checked
festinger public-key         the public key that bundles are signed with, in PEM (--profile NAME, --data-dir DIR, --url URL)
festinger migrate --from DATABASE --to DATABASE   move everything between SQLite and PostgreSQL (--json)
                             DATABASE is a file or postgres://USER:PASSWORD@HOST:PORT/NAME; the target must be empty
    --while-running          move the present moment of a database that a running Festinger uses
festinger --version`;

/**
 * @param argv without node and script.
 * @throws AppError INVALID_INPUT saying what was wrong and what to type.
 */
export function parseCommandLine(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const name = commandName(positionals[0]);
  for (const option of Object.keys(values) as (keyof typeof OPTIONS)[]) {
    if (!ACCEPTED[name].includes(option))
      throw mistake(`--${option} does not go with \`festinger ${name}\`.`);
  }
  switch (name) {
    case 'serve':
      return {
        name,
        options: {
          dataDir: values['data-dir'],
          listen: values.listen,
          consoleListen: values['console-listen'],
          upstream: values.upstream,
          database: values.database,
          json: values.json ?? false,
          open: (values.open ?? false) && !values['no-open'],
          demo: values.demo ?? false,
          demoAgents: !values['no-agents'],
          demoSessions: !values['no-sessions'],
          demoEvidence: !values['no-evidence'],
        },
      };
    case 'iknowthat':
    case 'forget': {
      const fact = positionals.slice(1).join(' ');
      if (fact.trim() === '')
        throw mistake(`Give the fact: festinger ${name} 'gnommoweb -isa repo in context of type'.`);
      const { until, ttl, project } = values;
      return { name, fact, until, ttl, project, url: agentsUrl(values) };
    }
    case 'recall': {
      const concept = positionals.slice(1).join(' ').trim();
      if (concept === '') throw mistake('Give the name: festinger recall gnommoweb.');
      const json = values.json ?? false;
      return { name, concept, project: values.project, json, url: agentsUrl(values) };
    }
    case 'mcp':
      return { name, project: values.project, url: () => agentsUrl(values) };
    case 'explain':
      return { name, ...explainAction(positionals.slice(1), values) };
    case 'url':
      return { name, ...runningSite(values) };
    case 'client-key':
      return {
        ...{ name, json: values.json ?? false, dataDir: values['data-dir'], database: values.database },
        url: values.url ?? process.env.FESTINGER_URL,
        ...clientKeyAction(positionals.slice(1), values.project),
      };
    case 'resolve':
      return { name, wait: values.wait ?? false, ...ofRunning(values) };
    case 'conflicts':
      return { name, ...ofRunning(values), ...conflictAction(positionals.slice(1), values) };
    case 'evidence':
      return { name, ...ofRunning(values), ...evidenceAction(positionals.slice(1), values) };
    case 'advise':
      return { name, ...ofRunning(values), ...adviseAction(positionals.slice(1), values) };
    case 'export':
    case 'import':
    case 'backup':
    case 'restore':
      return transferCommand(name, values, positionals.slice(1), runningSite(values));
    case 'export-bundle':
    case 'import-bundle':
    case 'verify-bundle':
    case 'public-key':
      return bundleCommand(name, values, positionals.slice(1), runningSite(values));
    case 'verify':
      return { name, ...runningSite(values), database: values.database, json: values.json ?? false };
    case 'migrate': {
      const { from, to } = values;
      if (from === undefined || to === undefined)
        throw mistake(
          'Say where from and where to: festinger migrate --from festinger.db --to postgres://...',
        );
      return {
        ...{ name, from, to, whileRunning: values['while-running'] ?? false, json: values.json ?? false },
      };
    }
    case 'help':
    case 'version':
      return { name };
  }
}

/** Where the running Festinger is, and how it is answered. */
function ofRunning(values: ReturnType<typeof parse>['values']) {
  return { json: values.json ?? false, ...runningSite(values) };
}

function runningSite(values: { url?: string | undefined; 'data-dir'?: string | undefined }): RunningSite {
  const dataDir = values['data-dir'];
  return { url: values.url ?? process.env.FESTINGER_URL ?? addressOf(dataDir) ?? DEFAULT_URL, dataDir };
}

/** Where agents come in: the Festinger of a directory that is named, else the usual place. */
function agentsUrl(values: { url?: string | undefined; 'data-dir'?: string | undefined }): string {
  if (values['data-dir'] !== undefined) return runningSite(values).url;
  return values.url ?? process.env.FESTINGER_URL ?? DEFAULT_URL;
}

function parse(argv: readonly string[]) {
  // A fact holds words such as `-isa`, which are not options.
  const at = argv[0] === 'forget' ? 0 : argv.indexOf('iknowthat');
  const words = at < 0 ? [] : argv.slice(at + 1);
  const isOption = (word = '') => /^--(?:until|ttl|project|url|data-dir)$/.test(word);
  const optionsFirst = words.flatMap((word, index) => (isOption(word) ? [word, words[index + 1] ?? ''] : []));
  const factWords = words.filter((word, index) => !isOption(word) && !isOption(words[index - 1]));
  const args =
    at < 0 ? [...argv] : [...argv.slice(0, at), ...optionsFirst, '--', argv[at] ?? '', ...factWords];
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw mistake((error as Error).message);
  }
}

function commandName(word: string | undefined): Command['name'] {
  if (word === undefined || word === 'start') return 'serve';
  if (Object.hasOwn(ACCEPTED, word)) return word as Command['name'];
  throw mistake(`There is no \`festinger ${word}\`.`);
}
