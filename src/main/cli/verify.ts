// `festinger verify`: has the running Festinger recompute its chain of events, and says whether it is whole.
import type { ChainState } from '../../shared/model/audit.ts';
import type { Envelope } from '../../shared/model/envelope.ts';
import { callRunning, operatorHeaders, type Sink } from './running.ts';

export interface VerifyCommand {
  readonly json: boolean;
  readonly url: string;
  readonly dataDir: string | undefined;
}

/** @returns 0 whole, 1 broken or refused. @throws AppError when nothing answers. */
export async function verify(command: VerifyCommand, out: Sink, err: Sink): Promise<number> {
  const answer = (await callRunning(command.url, '/api/console/audit/verify', {
    method: 'POST',
    headers: operatorHeaders(command.dataDir),
  })) as Envelope<ChainState>;
  if (!answer.ok) {
    err.write(`${answer.error.code}: ${answer.error.message}\n`);
    return 1;
  }
  const chain = answer.data;
  out.write(command.json ? `${JSON.stringify(chain)}\n` : `${chainLine(chain)}\n`);
  return chain.ok ? 0 : 1;
}

function chainLine({ ok, events, head, brokenAt, reason }: ChainState): string {
  if (ok) return `whole: ${events.toLocaleString('en')} events, the newest hash is ${head}`;
  return `broken at event ${brokenAt}: ${reason}`;
}
