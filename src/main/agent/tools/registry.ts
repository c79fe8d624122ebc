// Every tool there is, by name. Source: agent, Tools.
import { control } from './control.ts';
import { query } from './query.ts';
import type { Tool } from './tool.ts';

export const TOOLS: readonly Tool[] = [query, control];

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}
