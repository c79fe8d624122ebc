// Where this program is reached; known once it listens, and asked for by whoever writes an address, or must not be led back here.
// Filled by wire.ts.
import type { ListenAt } from '../http/server.ts';
import { targetProblem } from '../outgoing/addresses.ts';
import { isLoopback, ownAddresses, urlForOthers, urlForUs } from '../settings/addresses.ts';
import type { Site } from './site.ts';

export class OwnUrls {
  /** Where agents come in, as it is bound. */
  agents: ListenAt = { host: '', port: 0 };
  /** What agents point at. */
  forAgents = '';
  /** Where operators come in. */
  forOperators = '';
  /** What agents point at, from this machine. */
  forUs = '';
  #ports: ReadonlySet<number> = new Set();

  /** @param ports those that are open; the console's is the agents' where both have one address */
  listening(
    { listen, consoleListen }: Site,
    ports: { readonly agents: number; readonly console: number },
  ): void {
    this.#ports = new Set([ports.agents, ports.console]);
    this.agents = { ...listen, port: ports.agents };
    this.forAgents = urlForOthers(this.agents);
    this.forUs = urlForUs(this.agents);
    this.forOperators =
      consoleListen === null ? this.forAgents : urlForUs({ ...consoleListen, port: ports.console });
  }

  /** Where the operator decides an approval. @param publicUrl where other devices reach the console; empty where they do not */
  cardOf(id: string, publicUrl = ''): string {
    return `${publicUrl || this.forOperators}/console/#/approvals/${encodeURIComponent(id)}`;
  }

  /** Why a browser's push service is not reached at an address: it is another machine's, over https. A sentence; null when it may be. */
  async pushProblem(endpoint: string): Promise<string | null> {
    if (!endpoint.startsWith('https://')) return 'A push service is reached over https only.';
    return await targetProblem(endpoint, isThisMachine);
  }

  /** Where an alert is shown. @param publicUrl as for a card */
  alertOf(id: string, publicUrl = ''): string {
    return `${publicUrl || this.forOperators}/console/#/resources?alert=${encodeURIComponent(id)}`;
  }

  /** Why nothing is to be sent to an address, as a sentence; null when it may be, as far as this machine knows. */
  targetProblem(text: string): Promise<string | null> {
    return targetProblem(text, (address, port) => this.#ports.has(port) && isThisMachine(address));
  }
}

export const isThisMachine = (address: string): boolean =>
  isLoopback(address) || address === '0.0.0.0' || address === '::' || ownAddresses().has(address);
