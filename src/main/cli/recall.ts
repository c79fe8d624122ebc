// `festinger recall NAME`: what agents are told about a name, through GET /recall of the running Festinger, as an agent asks.
import { recalledLine } from '../../shared/model/agent-lines.ts';
import { askRunning, keyHeader, type Sink } from './running.ts';

export interface RecallCommand {
  readonly concept: string;
  readonly project: string | undefined;
  readonly json: boolean;
  readonly url: string;
}

interface Recalled {
  readonly concept: string;
  readonly known: boolean;
  readonly recollection: string | null;
}

/** @returns 0 known, 1 refused, 4 nothing known. @throws AppError when nothing answers. */
export async function recall(command: RecallCommand, out: Sink, err: Sink): Promise<number> {
  const query = new URLSearchParams({ concept: command.concept });
  if (command.project !== undefined) query.set('project', command.project);
  const data = await askRunning<Recalled>(command.url, `/recall?${query}`, { headers: keyHeader() }, err);
  if (data === null) return 1;
  out.write(`${command.json ? JSON.stringify(data) : recalledLine(data)}\n`);
  return data.known ? 0 : 4;
}
