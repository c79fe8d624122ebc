// The door for agents that speak MCP, over memory, clients and hands. Opened by wire.ts alone.
import packageJson from '../../../../package.json' with { type: 'json' };
import { redact } from '../../../shared/redact.ts';
import { McpDoor } from '../../mcp/door.ts';
import type { Ground } from '../ground.ts';
import type { HandsSide } from '../hands/hands-side.ts';
import type { MemorySide } from '../memory-side.ts';
import type { OwnUrls } from '../own-urls.ts';
import { CallQueue } from './call-queue.ts';
import { mcpHands } from './mcp-hands.ts';
import { mcpMemory } from './mcp-memory.ts';

export interface McpSideParts extends Pick<Ground, 'clock' | 'log'> {
  readonly memorySide: Pick<MemorySide, 'memory' | 'clients' | 'settings'>;
  readonly handsSide: Pick<HandsSide, 'desk'>;
  readonly urls: OwnUrls;
}

export function openMcp({ memorySide, handsSide, urls, clock, log }: McpSideParts): McpDoor {
  const { memory, clients, settings } = memorySide;
  const { hands, approvals } = handsSide.desk;
  return new McpDoor({
    queue: new CallQueue(),
    memory: mcpMemory({ memory, clients: clients.registry, settings: settings.current, clock }),
    hands: mcpHands({ hands, approvals, redact, cardOf: (id) => urls.cardOf(id) }),
    version: packageJson.version,
    onFault: (tool, error) => log.error({ err: error, tool }, 'a tool of MCP failed'),
  });
}
