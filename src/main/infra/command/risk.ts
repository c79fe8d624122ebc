// How much harm a command can do, for the card that asks for an approval: a table (resources/commands/risk.json), first row that fits; of several
// commands the worst. Pure; called by policy.ts. Source: agent, Approvals (Risk).
import * as z from 'zod';
import table from '../../../../resources/commands/risk.json' with { type: 'json' };
import { baseName, type Gathered } from './gather.ts';
import { formOf } from './program.ts';
import { READERS } from './readers.ts';
import { tableRead } from './table-read.ts';

export type Risk = 'low' | 'medium' | 'high';

export interface Rated {
  readonly risk: Risk;
  readonly reason: string;
}

/** @param service as systemd or the inventory calls it */
export const isAccessService = (service: string): boolean => new RegExp(`^${table.access}$`).test(service);

/** Programs, and what their words hold; `{access}` stands for services whose stop can lock people out. */
const ROWS = z
  .array(z.tuple([z.enum(['low', 'medium', 'high']), z.string(), z.string(), z.string().optional()]))
  .parse(table.rows)
  .map(([risk, reason, programs, words]) => ({
    ...{ risk, reason, programs: formOf(programs) },
    words: words === undefined ? null : formOf(words.replaceAll('{access}', table.access)),
  }));

const ORDER: readonly Risk[] = ['low', 'medium', 'high'];

/** What would run, and which files are written by redirection; of nothing it is medium, as nobody knows. */
export function riskOf({ argvs, written }: Pick<Gathered, 'argvs' | 'written'>): Rated {
  const [file] = written.filter((path) => path !== '/dev/null');
  let worst: Rated | null =
    file === undefined ? null : { risk: 'medium', reason: `writes ${file.slice(0, 200)}` };
  for (const [path = '', ...words] of argvs) {
    const rated = rate(baseName(path), words);
    if (rated !== null && (worst === null || ORDER.indexOf(rated.risk) > ORDER.indexOf(worst.risk)))
      worst = rated;
  }
  return worst ?? { risk: 'medium', reason: 'it cannot be told what it does' };
}

/** @returns null for what only reads by itself */
function rate(name: string, argv: readonly string[]): Rated | null {
  const said = argv.join(' ');
  for (const { risk, reason, programs, words } of ROWS)
    if (programs.test(name) && (words === null || words.test(said)))
      return { risk, reason: `${name} ${reason}` };
  const words = [name, ...argv].map((text) => ({ text, isPattern: false }));
  const { verdict } = tableRead({ words, isFed: true });
  return verdict.proof === null && !READERS.has(name)
    ? { risk: 'medium', reason: `${name} may change something` }
    : null;
}
