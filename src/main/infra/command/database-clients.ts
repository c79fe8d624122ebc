// Clients of databases: whether a statement is one that the server can be held to, and the words that hold it. PostgreSQL and MySQL run it in a
// transaction that writes nothing; Redis is asked whether the command has its flag `readonly`. What a transaction does not stop, functions
// and files of the server, is not let through: brackets follow names of a list alone. Pure; called by table-read.ts and read-plan.ts.
// Source: structure, S1; the manuals of the clients and servers.
import type { Arguments } from './options.ts';
import type { Client } from './program.ts';
import { certain, conditional, refused, type Verdict, worst } from './verdict.ts';

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** A bracket may follow these without a call. */
const BEFORE_BRACKET = set(
  `select from where and or not in as on using over filter any all some exists by having join lateral union except intersect then else when case between
   like ilike limit offset distinct interval values explain with materialized recursive group within inner left right full cross natural is rollup cube sets
   varchar char character decimal numeric timestamp timestamptz time bit float double int integer tinyint varying array row analyze partition order
   escape similar return regexp rlike glob match div mod xor binary unsigned signed`,
);

/** Functions that compute, count, format or tell; whatever else may do anything. */
const FUNCTIONS = set(
  `count sum avg min max total string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg json_build_object jsonb_build_object json_build_array
   jsonb_build_array group_concat bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp corr percentile_cont percentile_disc mode coalesce nullif
   ifnull iif isnull if greatest least lower upper initcap length char_length character_length octet_length bit_length trim ltrim rtrim btrim substring substr mid left right
   replace concat concat_ws lpad rpad position strpos instr locate split_part regexp_replace regexp_match regexp_matches regexp_like regexp_substr regexp_instr reverse
   repeat ascii chr char unicode translate overlay starts_with abs ceil ceiling floor round trunc truncate power pow sqrt exp ln log log2 log10 sign random rand pi
   greatest width_bucket now current_timestamp localtimestamp statement_timestamp transaction_timestamp clock_timestamp timeofday date_trunc date_part extract to_char to_date to_timestamp to_number
   age make_date make_interval justify_hours justify_days date time datetime strftime julianday unixepoch timediff date_format str_to_date unix_timestamp from_unixtime datediff timestampdiff
   timestampadd date_add date_sub adddate subdate year month day dayofweek dayofyear weekday week hour minute second quarter curdate curtime utc_timestamp sysdate last_day
   cast convert try_cast format hex unhex quote typeof printf to_hex encode decode md5 sha1 sha2 sha256 crc32 inet_ntoa inet_aton row_number rank dense_rank percent_rank cume_dist ntile lag lead
   first_value last_value nth_value generate_series unnest array_length array_to_string array_position cardinality string_to_array json_extract json_array_length jsonb_array_length
   json_each json_tree json_array_elements jsonb_array_elements jsonb_array_elements_text json_object_keys jsonb_object_keys json_extract_path_text jsonb_extract_path_text json_type jsonb_typeof
   json_unquote json_valid json_contains json_length json_keys json_value to_json to_jsonb row_to_json jsonb_pretty json_object json_array
   version current_database current_schema current_schemas current_user session_user user database schema connection_id last_insert_id found_rows row_count
   current_setting pg_size_pretty pg_database_size pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_tablespace_size pg_column_size pg_is_in_recovery
   pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_current_wal_lsn pg_current_wal_flush_lsn pg_wal_lsn_diff pg_is_wal_replay_paused pg_blocking_pids
   pg_get_indexdef pg_get_viewdef pg_get_constraintdef pg_get_functiondef pg_get_expr pg_get_userbyid pg_get_triggerdef pg_postmaster_start_time pg_conf_load_time pg_backend_pid
   pg_stat_get_activity pg_lock_status pg_table_is_visible has_table_privilege has_schema_privilege has_database_privilege obj_description col_description
   shobj_description to_regclass format_type pg_encoding_to_char inet_server_addr inet_client_addr txid_current_snapshot changes total_changes sqlite_version quote_ident quote_literal`,
);

const STARTS = /^(?:select|with|show|explain|values|table|describe|desc)\b/i;
const PRAGMA = /^pragma\s+\w+(?:\s*\(\s*\w+\s*\))?$/i;
/** Commands of sqlite3 that show. */
const DOT =
  /^\.(tables|schema|indexes|indices|databases|dump|fullschema|dbinfo|stats|show|version|help|timeout|mode|headers?|width)(\s+[\w%*.-]+){0,3}\s*$/;
/** Files of the server, tables that are made, rows that are locked: not stopped by every transaction. A digit may be glued to them. */
const BEYOND =
  /(?<![A-Za-z_])(?:into|outfile|dumpfile|copy|lock)\b|(?<![A-Za-z_])for\s+(?:update|share|no|key)\b|(?<![A-Za-z_])(?:insert|delete|update|merge|create|drop|alter|truncate)\s/i;
/** Commands of Redis with the flag `readonly`; the server is asked for the flag before one runs. */
const REDIS_READS = set(
  `get mget exists type ttl pttl expiretime pexpiretime keys scan randomkey dbsize strlen getrange substr getbit bitcount bitpos bitfield_ro
   hget hmget hgetall hkeys hvals hlen hexists hstrlen hscan hrandfield lrange llen lindex lpos smembers scard sismember smismember srandmember sscan sdiff
   sinter sintercard sunion zrange zrangebyscore zrangebylex zrevrange zrevrangebyscore zrevrangebylex zrank zrevrank zscore zmscore zcard zcount zlexcount
   zscan zrandmember zdiff zinter zintercard zunion xrange xrevrange xlen xpending geopos geodist geohash geosearch georadius_ro georadiusbymember_ro
   pfcount dump sort_ro lcs`,
);
const SECRETS =
  /\b(?:pg_shadow|pg_authid|pg_user_mappings?|rolpassword|authentication_string|passwd)\b|\bmysql\s*\.\s*["`]?user\b/i;
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
  /^\\(d[a-zA-Z]{0,3}[+S]{0,2}|l\+?|conninfo|z|sf\+?|sv\+?|du\+?|encoding)(\s+[\w.*?"$+-]+)?\s*$/;

/** Commands of Redis that only tell and have no flag for it; CONFIG GET of what is no password. */
const TELLS =
  /^(?:info(?: [\w-]+)*|ping|dbsize|time|lastsave|role|config get (?!.*(?:\*|pass|auth|user|key))[a-z-]+|client (?:list|info|id|getname)|memory (?:stats|doctor|usage \S+)|slowlog (?:get(?: \d+)?|len)|latency (?:latest|doctor|history [\w-]+)|cluster (?:info|nodes|slots|shards|myid|keyslot \S+)|acl (?:whoami|cat)|module list|object (?:encoding|freq|idletime|refcount) \S+|xinfo (?:stream|groups|consumers) .+|pubsub (?:channels|numsub|numpat)(?: .+)?|function (?:list|stats)|command(?: (?:count|list|info \S+))?)$/i;

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
  if (databases.some((name) => !(client === 'psql' ? DATABASE : /^[\w$.-]+$/).test(name)))
    return refused('content', 'a database named in a way that is not known');
  const statements = valuesOf(read, ['c', 'command', 'e', 'execute']);
  if (statements.length === 0)
    return given.some((name) => /^(?:l|list|V|version|help)$/.test(name))
      ? certain(`${client} lists`, 'table')
      : refused('endless', `${client} without a statement waits at a prompt`);
  const problems = statements.flatMap((statement) =>
    client === 'psql' && DESCRIBES.test(statement.trim())
      ? []
      : (sqlProblem(client === 'mysql' ? statement.replace(/\s*\\[Gg]\s*;?\s*$/, '') : statement, client) ??
        []),
  );
  return worst(problems) ?? conditional('SQL that only reads, in a transaction that writes nothing');
}

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
      const begin = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', 'BEGIN TRANSACTION READ ONLY'];
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
