// Clients of databases: whether a statement is one that the server can be held to, and the words that hold it. PostgreSQL and MySQL run it in a
// transaction that writes nothing; Redis is asked whether the command has its flag `readonly`. What a transaction does not stop, functions
// and files of the server, is not let through: brackets follow names of a list alone. Pure; called by table-read.ts and read-plan.ts.
// Source: structure, S1; the manuals of the clients and servers.
import known from '../../../../resources/commands/databases.json' with { type: 'json' };
import type { Arguments } from './options.ts';
import type { Client } from './program.ts';
import { certain, conditional, refused, type Verdict, worst } from './verdict.ts';

/** A bracket may follow these without a call. */
const BEFORE_BRACKET: ReadonlySet<string> = new Set(known.beforeBracket);

/** Functions that compute, count, format or tell; whatever else may do anything. */
const FUNCTIONS: ReadonlySet<string> = new Set(known.functions);

const STARTS = /^(?:select|with|show|explain|values|table|describe|desc)\b/i;
const PRAGMA = /^pragma\s+\w+(?:\s*\(\s*\w+\s*\))?$/i;
/** Commands of sqlite3 that show. */
const DOT =
  /^\.(tables|schema|indexes|indices|databases|dump|fullschema|dbinfo|stats|show|version|help|timeout|mode|headers?|width)(\s+[\w%*.-]+){0,3}\s*$/;
/** Files of the server, tables that are made, rows that are locked: not stopped by every transaction. A digit may be glued to them. */
const BEYOND =
  /(?<![A-Za-z_])(?:into|outfile|dumpfile|copy|lock)\b|(?<![A-Za-z_])for\s+(?:update|share|no|key)\b|(?<![A-Za-z_])(?:insert|delete|update|merge|create|drop|alter|truncate)\s/i;
/** Commands of Redis with the flag `readonly`; the server is asked for the flag before one runs. */
const REDIS_READS: ReadonlySet<string> = new Set(known.redisReads);
const SECRETS =
  /\b(?:pg_shadow|pg_authid|pg_user_mappings?|user_mapping\w*|pg_subscription|\w*conninfo|rolpassword|authentication_string|passwd|pg_(?:file_)?settings)\b|\bmysql\b["`]?\s*\.|\b(?:use|from)\s+["`]?mysql\b|\bshow\s+(?:all|grants)\b/i;
/** What the three dialects, or two settings of one, read differently: escapes, comments, variables, a second statement. */
const UNCERTAIN = /[$#;@]|u&|--|\/\*|\*\/|:[\w'"]/i;

/** @returns why a statement may do more than read; null when it does not in a transaction that writes nothing */
function sqlProblem(statement: string, client: Client): Verdict | null {
  const sql = statement.trim().replace(/\s*;$/, '');
  const bare = sql
    .replace(/::/g, ' ')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, (text) => (text[0] === "'" ? "''" : '"'));
  if ((bare.match(/['`]/g)?.length ?? 0) % 2 === 1 || (client === 'psql' && bare.includes('`')))
    return refused('content', 'SQL with a quote that is not closed');
  if (client === 'sqlite' && PRAGMA.test(bare)) return null;
  if (!STARTS.test(bare)) return refused('content', `SQL that begins with ${bare.slice(0, 20)}`);
  if (SECRETS.test(sql)) return refused('secrets', 'reads hashes of passwords');
  const odd = (sql.includes('\\') ? ['a backslash'] : null) ?? UNCERTAIN.exec(bare) ?? BEYOND.exec(bare);
  if (odd) return refused('content', `SQL with ${odd[0]}`);
  for (const [, name = ''] of bare.matchAll(/([A-Za-z_][\w.]*|['"])\s*\(/g)) {
    const called = name.toLowerCase().replace(/^pg_catalog\./, '');
    if (!BEFORE_BRACKET.has(called) && !FUNCTIONS.has(called))
      return refused('content', `SQL with a function that is not known: ${called.slice(0, 60)}`);
  }
  return null;
}

/** A name, an address, or `key=value` of these keys. */
const DATABASE =
  /^([\w.-]+|postgres(ql)?:\/\/[\w.@:%/,-]+(\?sslmode=[\w-]+)?|(\s*(host|hostaddr|port|dbname|user|password|connect_timeout|sslmode|application_name|target_session_attrs)=[\w.@:/-]+)+\s*)$/;
const DESCRIBES =
  /^\\(d(?!e|Rs)[a-zA-Z]{0,3}[+S]{0,2}|l\+?|conninfo|z|sf\+?|sv\+?|du\+?|encoding)(\s+[\w.*?"$+-]+)?\s*$/;

/** Commands of Redis that only tell and have no flag for it; CONFIG GET of what is no password. */
const TELLS =
  /^(?:info(?: [\w-]+)*|ping|dbsize|time|lastsave|role|config get (?!.*(?:\*|pass|auth|user|key))[a-z-]+|client (?:list(?: type \w+)?|info|id|getname)|sentinel (?:masters|(?:master|replicas|sentinels|get-master-addr-by-name|ckquorum) [\w.-]+)|memory (?:stats|doctor|usage \S+)|slowlog (?:get(?: \d+)?|len)|latency (?:latest|doctor|history [\w-]+)|cluster (?:info|nodes|slots|shards|myid|keyslot \S+)|acl (?:whoami|cat)|module list|object (?:encoding|freq|idletime|refcount) \S+|xinfo (?:stream|groups|consumers) .+|pubsub (?:channels|numsub|numpat)(?: .+)?|function (?:list|stats)|command(?: (?:count|list|info \S+))?)$/i;

const valuesOf = (read: Arguments, names: readonly string[]): string[] =>
  read.options.flatMap(({ name, values }) => (names.includes(name) ? values : []));

export function clientVerdict(client: Client, read: Arguments): Verdict {
  const { options, operands } = read;
  if (operands.some(({ isPattern }) => isPattern)) return refused('content', 'a pattern in a statement');
  const texts = operands.map(({ text }) => text);
  const given = options.map(({ name }) => name);
  if (client === 'redis') {
    const isTold = TELLS.test(texts.join(' ')) || /^randomkey$/i.test(texts.join(' '));
    const isRead = texts.length > 1 && REDIS_READS.has(texts[0]?.toLowerCase() ?? '');
    if (texts.length > 0 && !isTold && !isRead)
      return refused('content', `${texts.slice(0, 2).join(' ')} is not known to only read`);
    if (texts.length > 0) return conditional(`Redis only reads for ${texts[0]}`);
    return given.some((name) => /^(?:scan|bigkeys|memkeys|hotkeys|version)$/.test(name))
      ? conditional('redis-cli lists keys')
      : refused('endless', 'redis-cli without a command waits at a prompt');
  }
  if (client === 'sqlite') return sqliteVerdict(texts);
  const databases = client === 'psql' ? [...texts, ...valuesOf(read, ['d', 'dbname'])] : texts;
  if (client === 'mysql' && [...texts, ...valuesOf(read, ['D', 'database'])].includes('mysql'))
    return refused('secrets', 'reads the accounts of MySQL');
  if (databases.some((name) => !(client === 'psql' ? DATABASE : /^[\w$.-]+$/).test(name)))
    return refused('content', 'a database named in a way that is not known');
  const statements = valuesOf(read, ['c', 'command', 'e', 'execute']);
  if (statements.length === 0)
    return given.some((name) => /^(?:l|list|V|version|help)$/.test(name))
      ? certain(`${client} lists`, 'table')
      : refused('endless', `${client} without a statement waits at a prompt`);
  const single = statements.flatMap((text) =>
    /['"`$\\]/.test(text) || SECRETS.test(text) ? [text] : splitStatements(text, client),
  );
  const problems = single.flatMap((statement) =>
    client === 'psql' && DESCRIBES.test(statement.trim())
      ? []
      : (sqlProblem(client === 'mysql' ? statement.replace(/\s*\\[Gg]\s*;?\s*$/, '') : statement, client) ??
        []),
  );
  return worst(problems) ?? conditional('SQL that only reads, in a transaction that writes nothing');
}

/** Statements without quotes, one by one; `use` only says of which database. */
const splitStatements = (text: string, client: Client): string[] =>
  text
    .split(';')
    .filter((one) => one.trim() !== '' && !(client === 'mysql' && /^\s*use\s+[\w-]+\s*$/i.test(one)));

/** A file and statements; in the sandbox nothing could write it, so that a statement that would is asked about instead. */
function sqliteVerdict([file, ...statements]: readonly string[]): Verdict {
  if (file === undefined || statements.length === 0)
    return refused('endless', 'sqlite3 without a statement waits at a prompt');
  const problems = statements.flatMap((one) => (DOT.test(one) ? [] : (sqlProblem(one, 'sqlite') ?? [])));
  return worst(problems) ?? conditional('SQL that only reads, of a file that cannot be written');
}

export interface HeldClient {
  readonly argv: readonly string[];
  /** Runs first; its output has to have the line `readonly`. */
  readonly precheck: readonly string[] | null;
}

/** The client's words with those that hold the server to reading. @param operands how many of the last words are operands */
export function heldClient(client: Client, argv: readonly string[], operands: number): HeldClient {
  const [name = '', ...rest] = argv;
  switch (client) {
    case 'psql': {
      const hasStatement = rest.some((word) => /^(?:-[a-zA-Z]*c|--command)/.test(word));
      const begin = [
        '-X',
        '-q',
        '-v',
        'ON_ERROR_STOP=1',
        '-c',
        'BEGIN TRANSACTION READ ONLY',
        '-c',
        'SET LOCAL statement_timeout = 60000',
      ];
      return { argv: hasStatement ? [name, ...begin, ...rest] : [name, '-X', ...rest], precheck: null };
    }
    case 'mysql':
      return { argv: [name, '--init-command=START TRANSACTION READ ONLY', ...rest], precheck: null };
    case 'sqlite':
      return { argv, precheck: null };
    case 'redis': {
      const words = operands === 0 ? [] : argv.slice(-operands);
      const isTold = words.length === 0 || TELLS.test(words.join(' '));
      const asked = [...argv.slice(0, argv.length - words.length), 'COMMAND', 'INFO', words[0] ?? ''];
      return { argv, precheck: isTold ? null : asked };
    }
  }
}

/** Whether what Redis says of a command calls it a read. */
export function isReadOnlyCommand(said: string): boolean {
  const flags = said.split(/\s+/).map((line) => line.replace(/^.*\)\s*/, '').toLowerCase());
  return (
    flags.includes('readonly') && !flags.some((flag) => /^(?:write|admin|blocking|noscript)$/.test(flag))
  );
}
