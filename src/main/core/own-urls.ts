// Where this program is reached; known once it listens, and asked for by whoever writes an address. Filled by wire.ts.

import type { ListenAt } from '../http/server.ts';
import { urlForOthers, urlForUs } from '../settings/addresses.ts';
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

  /** @param ports those that are open; the console's is the agents' where both have one address */
  listening(
    { listen, consoleListen }: Site,
    ports: { readonly agents: number; readonly console: number },
  ): void {
    this.agents = { ...listen, port: ports.agents };
    this.forAgents = urlForOthers(this.agents);
    this.forUs = urlForUs(this.agents);
    this.forOperators =
      consoleListen === null ? this.forAgents : urlForUs({ ...consoleListen, port: ports.console });
  }
}
