// Every tool that agents outside are offered, by order of use. Source: agent, MCP.
import { handsTools } from './hands-tools.ts';
import { memoryTools } from './memory-tools.ts';
import type { McpParts } from './ports.ts';
import type { McpTool } from './tool.ts';

export const mcpTools = ({ memory, hands }: Pick<McpParts, 'memory' | 'hands'>): readonly McpTool[] => [
  ...memoryTools(memory),
  ...handsTools(hands),
];
