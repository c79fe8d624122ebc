// What a tool is made of: a schema, a kind, a permission, what it is done to, how it runs, the facts in its result, and the facts that would make a
// call of it needless. One that lacks a part does not build. Tools are one file each, listed in registry.ts; the hands (agent/hands) call them, and
// nobody else. A tool trusts its arguments (they are parsed) and nothing that it is answered. Source: agent, Tools.
import type * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { Planned } from '../../infra/approvals/planned.ts';
import type { HandsParts } from '../hands/parts.ts';

/** `resolve`: finds out what there is. `user_input`: asks a person. */
export type ToolKind = 'resolve' | 'read' | 'write' | 'user_input';

/** `anyone`: operators, the assistant and agents over MCP; `assistant`: not agents. */
export type Permission = 'anyone' | 'assistant';

export const FACT_CATEGORIES = [
  'resource',
  'storage',
  'alert',
  'discovery',
  'exec',
  'metrics',
  'finding',
] as const;
export type FactCategory = (typeof FACT_CATEGORIES)[number];

/** Something a result says, short enough to be kept: `docker_container:media:4f2c:status` is `running`. */
export interface ToolFact {
  readonly category: FactCategory;
  readonly key: string;
  readonly value: string;
  /** The value is all there is to say under the key; what is longer than a fact holds never is. */
  readonly complete?: boolean;
}

export interface CallContext {
  readonly parts: HandsParts;
  readonly signal: AbortSignal;
  /** The resource the call is about, found and asked anew; null for tools that name none. */
  readonly resource: Resource | null;
}

/** What a tool found: JSON, not redacted yet. */
export type ToolData = Readonly<Record<string, unknown>>;

interface Common<Schema extends z.ZodObject> {
  readonly name: string;
  /** For a model: what it does, when to use it, in one or two sentences. */
  readonly description: string;
  readonly schema: Schema;
  readonly permission: Permission;
  /** Arguments that are numbers and say what the call acts on: they are taken as they are written, and never read out of a text. */
  readonly identifiers?: readonly string[];
  /** What the call is done to, as it was named; null for none. */
  target(args: z.output<Schema>): string | null;
  /** What its facts are about; null for a tool that has none. */
  readonly category: FactCategory | null;
  /** @param data as `run` gave it, redacted */
  facts(args: z.output<Schema>, data: ToolData): readonly ToolFact[];
  /** Keys of what this call would find out; none for what always has to be looked at. */
  predictKeys(args: z.output<Schema>): readonly string[];
}

export interface ReadTool<Schema extends z.ZodObject = z.ZodObject> extends Common<Schema> {
  readonly kind: 'resolve' | 'read' | 'user_input';
  /** Of a tool that is given commands: whether this one is proven to only read. `run` looks again. @throws AppError READ_ONLY_VIOLATION, POLICY_BLOCKED */
  proveRead?(args: z.output<Schema>, context: CallContext): Promise<void>;
  run(args: z.output<Schema>, context: CallContext): Promise<ToolData>;
}

export interface WriteTool<Schema extends z.ZodObject = z.ZodObject> extends Common<Schema> {
  readonly kind: 'write';
  /** Makes the card and what carries it out; has no effect. @throws AppError what cannot be done at all */
  plan(args: z.output<Schema>, context: CallContext): Promise<Planned>;
}

/** A tool that reads or writes, by its action. */
export interface ActionTool<Schema extends z.ZodObject = z.ZodObject> extends Common<Schema> {
  readonly kind: (args: z.output<Schema>) => 'read' | 'write';
  proveRead?(args: z.output<Schema>, context: CallContext): Promise<void>;
  run(args: z.output<Schema>, context: CallContext): Promise<ToolData>;
  plan(args: z.output<Schema>, context: CallContext): Promise<Planned>;
}

export type Tool = ReadTool | WriteTool | ActionTool;

/** Checks a tool's parts against its own schema, and forgets the schema's type. */
export function readTool<Schema extends z.ZodObject>(tool: ReadTool<Schema>): Tool {
  return tool as unknown as Tool;
}
export function writeTool<Schema extends z.ZodObject>(tool: WriteTool<Schema>): Tool {
  return tool as unknown as Tool;
}
export function actionTool<Schema extends z.ZodObject>(tool: ActionTool<Schema>): Tool {
  return tool as unknown as Tool;
}

/** Of a call whose tool names a resource in every case. @throws AppError INVALID_INPUT where the call names none */
export function requireResource({ resource }: CallContext): Resource {
  if (resource) return resource;
  throw new AppError('INVALID_INPUT', 'It is about one resource: name it in `resource`.', {
    field: 'resource',
  });
}

export function kindOf(tool: Tool, args: Record<string, unknown>): ToolKind {
  return typeof tool.kind === 'function' ? tool.kind(args) : tool.kind;
}

/** What is remembered of a call that found nothing, so that it is not made again. Source: agent D5. */
export function negativeMarkers(
  tool: Tool,
  args: Record<string, unknown>,
  why: 'not_found' | 'error',
): ToolFact[] {
  const { category } = tool;
  if (category === null || kindOf(tool, args) === 'write') return [];
  return tool.predictKeys(args).map((key) => ({ category, key: `${key}:queried`, value: why }));
}
