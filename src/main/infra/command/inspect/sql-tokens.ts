// SQL cut into tokens the same way by every dialect that could read it: where PostgreSQL, MySQL and SQLite, or two settings of one of
// them, would cut differently, there are no tokens but a reason. Pure; one pass. Called by sql.ts.
// Source: decision 051; the lexical rules of the three.

export type Dialect = 'postgres' | 'mysql' | 'sqlite';

export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'sign';
  /** Words in lower case. */
  readonly text: string;
}

export class UncertainSql extends Error {}

const SIGNS = new Set('+-*/<>=~!@%^&|?(),;.:'.split(''));

/** @throws UncertainSql */
export function sqlTokens(sql: string, dialect: Dialect): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  const push = (kind: SqlToken['kind'], end: number): void => {
    const text = sql.slice(at, end);
    tokens.push({ kind, text: kind === 'word' ? text.toLowerCase() : text });
    at = end;
  };
  while (at < sql.length) {
    const char = sql[at] as string;
    const pair = sql.slice(at, at + 2);
    if (/\s/.test(char)) at++;
    else if (pair === '--') at = lineComment(sql, at);
    else if (pair === '/*') at = blockComment(sql, at);
    else if (char === "'" || char === '"' || char === '`') {
      if (char === '`' && dialect === 'postgres') throw new UncertainSql('a backquote');
      checkPrefix(tokens.at(-1), sql[at - 1]);
      push(char === "'" || (char === '"' && dialect === 'mysql') ? 'text' : 'quoted', textEnd(sql, at, char));
    } else if (/[A-Za-z_]/.test(char)) push('word', run(sql, at, /\w/));
    else if (/\d/.test(char)) push('number', run(sql, at, /[\w.]/));
    else if ((char === '[' || char === ']') && dialect === 'postgres') push('sign', at + 1);
    else if (SIGNS.has(char)) push('sign', at + 1);
    else throw new UncertainSql(char === '\\' ? 'a command of the client' : `the sign ${char}`);
  }
  return tokens;
}

function run(sql: string, from: number, of: RegExp): number {
  let end = from + 1;
  while (end < sql.length && of.test(sql[end] as string)) end++;
  return end;
}

/** MySQL needs a blank behind the dashes. */
function lineComment(sql: string, at: number): number {
  if (!/^\s?$/.test(sql.slice(at + 2, at + 3)))
    throw new UncertainSql('dashes that only some take for a comment');
  const end = sql.indexOf('\n', at);
  return end === -1 ? sql.length : end;
}

/** PostgreSQL nests them, MySQL runs those that begin with `!`. */
function blockComment(sql: string, at: number): number {
  const end = sql.indexOf('*/', at + 2);
  if (end === -1) throw new UncertainSql('a comment that is not closed');
  const inside = sql.slice(at + 2, end);
  if (/^(!|\+|M!)/.test(inside) || inside.includes('/*'))
    throw new UncertainSql('a comment that is more than a comment');
  return end + 2;
}

/** @returns behind the closing quote; a doubled one stands for itself */
function textEnd(sql: string, from: number, quote: string): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (sql[at] === '\\' && /['"`\\]/.test(sql[at + 1] ?? "'"))
      throw new UncertainSql('a backslash before a quote');
    if (sql[at] !== quote) continue;
    if (sql[at + 1] === quote) at++;
    else return at + 1;
  }
  throw new UncertainSql('a text that is not closed');
}

/** `E'…'`, `U&'…'`, `q'…'`: a text with rules of its own. */
function checkPrefix(last: SqlToken | undefined, before: string | undefined): void {
  if (before === undefined || !/[\w&]/.test(before)) return;
  if (last?.kind !== 'word' || !/^[bxn]$/.test(last.text)) throw new UncertainSql('a text with a prefix');
}
