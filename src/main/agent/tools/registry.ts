// Every tool there is, by name. Source: agent, Tools.
import { advisoryQuery } from './advisory-query.ts';
import { alerts } from './alerts.ts';
import { control } from './control.ts';
import { discovery } from './discovery.ts';
import { docker } from './docker.ts';
import { fileEdit } from './file-edit.ts';
import { graphExplain } from './graph-explain.ts';
import { graphQuery } from './graph-query.ts';
import { graphReshape } from './graph-reshape.ts';
import { graphWrite } from './graph-write.ts';
import { kubernetes } from './kubernetes.ts';
import { metrics } from './metrics.ts';
import { query } from './query.ts';
import { question } from './question.ts';
import { read } from './read.ts';
import { runCommand } from './run-command.ts';
import { storage } from './storage.ts';
import type { Tool } from './tool.ts';

/** What finds out first, what changes last. */
export const TOOLS: readonly Tool[] = [
  ...[query, discovery, read, metrics, storage, alerts],
  ...[graphQuery, graphExplain, advisoryQuery],
  ...[docker, kubernetes, control, fileEdit, graphWrite, graphReshape, runCommand, question],
];

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}
