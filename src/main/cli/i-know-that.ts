// `festinger iknowthat 'FACT'` and `festinger forget 'FACT'`: tell and retract a fact through POST /iknowthat of the running
// Festinger, and say what became of it.
import { factLine } from '../../shared/model/agent-lines.ts';
import type { FactAnswer } from '../../shared/model/graph.ts';
import { askRunning, keyHeader, type Sink } from './running.ts';

export interface IKnowThatCommand {
  readonly name: 'iknowthat' | 'forget';
  readonly fact: string;
  readonly until: string | undefined;
  readonly ttl: string | undefined;
  readonly project: string | undefined;
  readonly url: string;
}

/** @returns 0 done, or nothing to do; 3 in conflict; 1 refused. @throws AppError when nothing answers. */
export async function iKnowThat(command: IKnowThatCommand, out: Sink, err: Sink): Promise<number> {
  const { fact, until, ttl, project } = command;
  const said = command.name === 'forget' ? { retract: fact } : { fact, until, ttl };
  const body = { ...said, project };
  const headers = { 'content-type': 'application/json', ...keyHeader() };
  const call = { method: 'POST' as const, headers, body: JSON.stringify(body) };
  const answer = await askRunning<FactAnswer>(command.url, '/iknowthat', call, err);
  if (answer === null) return 1;
  out.write(`${factLine(answer, command.name === 'forget' ? 'retract' : 'tell')}\n`);
  return answer.status === 'conflict' ? 3 : 0;
}
