// Whether one statement of SQL only reads: one statement, which begins with a word that reads, holds none that writes, and calls only
// functions of a list. A view or a column may still run what its owner put there: hence conditional, never certain. Called by
// sql-clients.ts.
// Source: decision 051.
import { conditional, refused, type Verdict } from '../verdict.ts';
import { unsure } from './inspection.ts';
import { type Dialect, type SqlToken, sqlTokens, UncertainSql } from './sql-tokens.ts';

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const STARTS: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  postgres: set('select with show explain values table'),
  mysql: set('select with show explain describe desc values table'),
  sqlite: set('select with explain values pragma'),
};

const WRITES = set(
  `insert update delete merge upsert into outfile dumpfile create drop alter truncate grant revoke copy call do execute prepare deallocate
   lock unlock vacuum attach detach reindex notify listen unlisten refresh load handler kill reset discard cluster import security rename
   install uninstall purge change start stop begin commit rollback savepoint release declare fetch move close set procedure delimiter
   flush optimize repair xa shutdown restart binlog signal resignal system source`,
);

/** Words of SHOW and of names that write nowhere else. */
const SHOWN = set('create lock load import start procedure binlog system source cluster');

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

/** Tables that hold the hashes of passwords. */
const SECRETS = set(
  'pg_shadow pg_authid pg_user_mapping pg_user_mappings rolpassword authentication_string passwd',
);

const PRAGMAS = set(
  `integrity_check quick_check foreign_key_check user_version schema_version page_count page_size freelist_count journal_mode encoding database_list table_list
   compile_options auto_vacuum cache_size synchronous foreign_keys application_id wal_autocheckpoint collation_list function_list module_list pragma_list busy_timeout
   data_version journal_size_limit locking_mode mmap_size secure_delete temp_store`,
);
const PRAGMAS_OF = set(
  'table_info table_xinfo index_list index_info index_xinfo foreign_key_list foreign_key_check integrity_check quick_check',
);

export function judgeSql(sql: string, dialect: Dialect): Verdict {
  let tokens: SqlToken[];
  try {
    tokens = sqlTokens(sql, dialect);
  } catch (error) {
    if (error instanceof UncertainSql) return unsure(`SQL with ${error.message}`);
    throw error;
  }
  while (tokens.at(-1)?.text === ';') tokens.pop();
  const [first] = tokens;
  if (first === undefined) return unsure('no statement');
  if (tokens.some(({ kind, text }) => kind === 'sign' && text === ';'))
    return unsure('more than one statement');
  if (first.kind !== 'word' || !STARTS[dialect].has(first.text))
    return unsure(`a statement that begins with ${first.text.slice(0, 40)}`);
  if (first.text === 'pragma') return judgePragma(tokens);
  const secret = tokens.find(
    ({ kind, text }) => kind !== 'text' && SECRETS.has(text.replace(/["`]/g, '').toLowerCase()),
  );
  if (secret || isMysqlUser(tokens)) return refused('secrets', 'reads hashes of passwords');
  const problem = tokens.map((_, at) => problemAt(tokens, at, first.text)).find((one) => one !== null);
  return problem === undefined
    ? conditional(`SQL that only reads: ${first.text}`)
    : unsure(`SQL with ${problem}`);
}

const isMysqlUser = (tokens: readonly SqlToken[]): boolean =>
  tokens.some(
    ({ text }, at) =>
      text === 'mysql' && tokens[at + 1]?.text === '.' && /^[`"]?user[`"]?$/.test(tokens[at + 2]?.text ?? ''),
  );

function problemAt(tokens: readonly SqlToken[], at: number, start: string): string | null {
  const { kind, text } = tokens[at] as SqlToken;
  const before = tokens[at - 1];
  const next = tokens[at + 1]?.text ?? '';
  if (kind === 'quoted') return next === '(' ? 'a function in quotes' : null;
  if (kind === 'word') {
    const isName = before?.text === '.';
    if (!isName && WRITES.has(text) && !(start === 'show' && SHOWN.has(text)) && next !== '.')
      return `the word ${text}`;
    if (text === 'for' && /^(update|share|no|key)$/.test(next)) return 'rows locked';
    if (next !== '(') return null;
    if (isName && tokens[at - 2]?.text !== 'pg_catalog') return `a function of somebody: ${text}`;
    return BEFORE_BRACKET.has(text) || FUNCTIONS.has(text) ? null : `a function that is not known: ${text}`;
  }
  if (kind !== 'sign') return null;
  if (text === ':' && before?.text !== ':' && next !== ':') return 'a variable of the client';
  if (text === '.' && (before?.kind === 'number' || before?.kind === 'sign' || before === undefined))
    return 'a point out of place';
  return null;
}

function judgePragma(tokens: readonly SqlToken[]): Verdict {
  const words = tokens.slice(1).map(({ text }) => text);
  const bare = words[1] === '.' ? words.slice(2) : words;
  const [name = '', ...rest] = bare;
  if (rest.length === 0 && (PRAGMAS.has(name) || PRAGMAS_OF.has(name)))
    return conditional(`pragma ${name} is asked`);
  const isAsked = rest.length === 3 && rest[0] === '(' && rest[2] === ')';
  return isAsked && PRAGMAS_OF.has(name)
    ? conditional(`pragma ${name} is asked`)
    : unsure(`pragma ${name} may be set`);
}
