// `festinger iknowthat 'FACT'`: stores a fact through POST /iknowthat of the running Festinger and says what became of it.
import type { Envelope } from '../../shared/model/envelope.ts';
import type { FactAnswer } from '../../shared/model/graph.ts';
import { callRunning, type Sink } from './running.ts';

interface IKnowThatCommand {
  readonly fact: string;
  readonly project: string | undefined;
  readonly url: string;
}

const KEY_VARIABLE = 'FESTINGER_CLIENT_KEY';

/** The client key of whoever calls, where agents need one. */
function keyHeader(): Record<string, string> {
  const key = process.env[KEY_VARIABLE];
  return key ? { authorization: `Bearer ${key}` } : {};
}

/** @returns 0 stored or confirmed, 3 in conflict, 1 refused. @throws AppError when nothing answers. */
export async function iKnowThat(command: IKnowThatCommand, out: Sink, err: Sink): Promise<number> {
  const body = { fact: command.fact, ...(command.project === undefined ? {} : { project: command.project }) };
  const answer = (await callRunning(command.url, '/iknowthat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader() },
    body: JSON.stringify(body),
  })) as Envelope<FactAnswer>;
  if (!answer.ok) {
    err.write(`${answer.error.code}: ${answer.error.message}\n`);
    return 1;
  }
  const { status, concept, parent, dimension, conflict_id: conflict } = answer.data;
  const line = `${concept}: [${dimension}] ${parent}`;
  if (status === 'conflict') {
    out.write(
      `conflict: ${line} contradicts what is known; it waits in the queue as conflict ${conflict}.\n`,
    );
    return 3;
  }
  out.write(`${status}: ${line}\n`);
  return 0;
}
