// Whether psql, mysql and sqlite3 are given only statements that read: their options, the commands of the client, and each statement. What
// they would read from their input or a file is not known. Called by judge-argv.ts.
// Source: decision 051; the manuals of the clients.
import { conditional, refused, type Verdict, worst } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure, valuesOf } from './inspection.ts';
import { judgeSql } from './sql.ts';

const all = (verdicts: readonly Verdict[]): Verdict => worst(verdicts) ?? unsure('no statement');

const PSQL = row({
  short: 'h:p:U:d:c:tAxqXwlF:R:P:HEazv:1b0',
  long: 'host= port= username= dbname= command= tuples-only no-align expanded quiet no-psqlrc no-password list field-separator= record-separator= pset= html echo-hidden csv set= single-transaction',
  most: 2,
  values: {
    P: /^(pager=off|border=\d|format=\w+|null=[\w()-]*|footer=off|tuples_only|expanded)$/,
    pset: /^(pager=off|border=\d|format=\w+|null=[\w()-]*|footer=off|tuples_only|expanded)$/,
    v: /^ON_ERROR_STOP=(1|on)$/,
    set: /^ON_ERROR_STOP=(1|on)$/,
  },
});

/** A name, an address, or `key=value` of these keys. */
const DATABASE =
  /^([\w.-]+|postgres(ql)?:\/\/[\w.@:%/,-]+(\?sslmode=[\w-]+)?|(\s*(host|hostaddr|port|dbname|user|password|connect_timeout|sslmode|application_name|target_session_attrs)=[\w.@:/-]+)+\s*)$/;
const SHOWN = /^\\(d[a-zA-Z]{0,3}[+S]{0,2}|l\+?|conninfo|z|sf\+?|sv\+?|du\+?|encoding)(\s+[\w.*?"$+-]+)?\s*$/;

export const inspectPsql: Inspect = ({ words }) => {
  const read = plainArguments(words, PSQL);
  if (read.operands.some(({ isPattern }) => isPattern)) return unsure('a pattern for a database');
  if (![...read.plain, ...valuesOf(read, 'd', 'dbname')].every((name) => DATABASE.test(name)))
    return unsure('a database reached in a way that is not known');
  const given = new Set(read.options.map(({ name }) => name));
  const statements = valuesOf(read, 'c', 'command');
  if (statements.length === 0)
    return ['l', 'list', 'version', 'help'].some((name) => given.has(name))
      ? conditional('psql lists databases')
      : refused('endless', 'psql without a statement waits at a prompt');
  return all(
    statements.map((statement) => {
      if (!statement.trimStart().startsWith('\\')) return judgeSql(statement, 'postgres');
      return SHOWN.test(statement.trim()) ? conditional('psql describes') : unsure('a command of the client');
    }),
  );
};

const MYSQL = row({
  short: 'e:u:h:P:p::D:S:NBstErnfvVC',
  long: 'execute= user= host= port= password=? database= socket= skip-column-names batch silent table vertical raw no-beep column-names protocol= default-character-set= ssl-mode= connect-timeout= safe-updates skip-ssl xml html',
  most: 1,
  like: /^[\w$.-]+$/,
});

export const inspectMysql: Inspect = ({ words, program: _ }) => {
  const read = plainArguments(words, MYSQL);
  if (read.plain.some((name) => !/^[\w$.-]+$/.test(name))) return unsure('a database that is no name');
  const statements = valuesOf(read, 'e', 'execute');
  if (statements.length === 0)
    return read.options.some(({ name }) => /^(V|version|help)$/.test(name))
      ? conditional('tells of itself')
      : refused('endless', 'mysql without a statement waits at a prompt');
  // `\G` at the end shows rows one below the other
  return all(statements.map((statement) => judgeSql(statement.replace(/\s*\\[Gg]\s*;?\s*$/, ''), 'mysql')));
};

const SQLITE = row({
  words:
    'header noheader column csv json line list html markdown table box quote tabs ascii readonly batch bail nullvalue= separator= newline= safe version help',
  most: 9,
});
const SHOWS =
  /^\.(tables|schema|indexes|indices|databases|dump|fullschema|dbinfo|stats|show|version|help|timeout|mode|headers?|width)(\s+[\w%*.-]+){0,3}\s*$/;

export const inspectSqlite: Inspect = ({ words }) => {
  const read = plainArguments(words, SQLITE);
  if (read.options.some(({ name }) => /^(version|help)$/.test(name))) return conditional('tells of itself');
  const [file, ...statements] = read.plain;
  if (file === undefined || statements.length === 0)
    return refused('endless', 'sqlite3 without a statement waits at a prompt');
  if (/^file:|[?|]/.test(file)) return unsure('a database opened in a way that is not known');
  return all(
    statements.map((statement) => {
      if (!statement.startsWith('.')) return judgeSql(statement, 'sqlite');
      return SHOWS.test(statement) && !statement.includes('\n')
        ? conditional('sqlite3 describes')
        : unsure('a command of the client');
    }),
  );
};
