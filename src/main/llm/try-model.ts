// One small question to a model, so that a wrong key, name or address shows now, and what it can do is known.
// Counts towards the budget like every call. Called by models.test.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { ModelAbilities, ModelTest } from '../../shared/model/language-model.ts';
import type { ModelNetwork } from './call-guard.ts';
import type { AnswerSchema, ModelDescription, ToolSpec } from './chat-model.ts';
import { collected } from './collect-answer.ts';
import { embedOnce } from './embedding/embedding-desk.ts';
import type { ModelDesk } from './model-desk.ts';
import { refusedAnswer } from './model-problems.ts';
import type { KnownModel } from './model-registry.ts';
import { openChatModel } from './open-chat-model.ts';
import type { Asker } from './purpose.ts';

/** Enough for a model that thinks first. */
const MAX_TOKENS = 1024;
const DESCRIBE_TIMEOUT_MS = 5000;
const EMBED_TIMEOUT_MS = 60_000;

const TEST: Asker = { name: 'test', title: 'Tests of models' };

const SYSTEM = 'You are asked whether you can be reached. Keep it short.';

const SCHEMA: AnswerSchema = {
  name: 'reachable',
  schema: {
    type: 'object',
    properties: { reachable: { type: 'boolean' } },
    required: ['reachable'],
    additionalProperties: false,
  },
};

const TOOL: ToolSpec = {
  name: 'report',
  description: 'Reports that you can be reached on one side.',
  parameters: {
    type: 'object',
    properties: { side: { type: 'string', enum: ['left', 'right'] } },
    required: ['side'],
    additionalProperties: false,
  },
};

export interface TrialParts {
  readonly desk: ModelDesk;
  readonly network: ModelNetwork;
  readonly clock: Clock;
}

/** @throws AppError BUDGET_EXCEEDED; everything else is what the test found */
export async function tryModel(parts: TrialParts, model: KnownModel): Promise<ModelTest> {
  const started = parts.clock.monotonic();
  const result = (problem: string | null, abilities: ModelAbilities | null): ModelTest => ({
    ok: problem === null,
    ms: Math.round(parts.clock.monotonic() - started),
    problem,
    abilities,
  });
  if (model.problem !== null) return result(model.problem, null);
  try {
    const asked = withoutSize(model);
    const jsonSchema = await fitsSchema(parts.desk, asked);
    const told = await describe(parts, model);
    const contextTokens = told?.contextTokens ?? model.abilities.contextTokens;
    const calls = told?.tools === false ? NO_TOOLS : await callsTools(parts.desk, asked);
    const tools = told?.tools ?? calls.tools;
    return result(null, { ...calls, tools, jsonSchema, contextTokens });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'BUDGET_EXCEEDED') throw error;
    if (isRefusedRequest(error) && (await describe(parts, model))?.onlyEmbeds)
      return result(await embedProblem(parts, model), null);
    return result(error.message, null);
  }
}

/** What a model that only embeds is asked instead. @throws AppError BUDGET_EXCEEDED */
async function embedProblem(parts: TrialParts, model: KnownModel): Promise<string | null> {
  try {
    await embedOnce(parts, { asker: TEST, model, texts: [SYSTEM] }, EMBED_TIMEOUT_MS);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'BUDGET_EXCEEDED') throw error;
    return error.message;
  }
}

/** @throws AppError when it does not answer at all */
async function fitsSchema(desk: ModelDesk, model: KnownModel): Promise<boolean> {
  const question = {
    system: SYSTEM,
    messages: [{ role: 'user' as const, content: 'Answer with the JSON object {"reachable": true}.' }],
    maxTokens: MAX_TOKENS,
  };
  const asked = desk.call(TEST, model, { ...question, schema: SCHEMA });
  const answer = await collected(asked).catch((error: unknown) => {
    if (isRefusedRequest(error)) return null;
    throw error;
  });
  if (answer) {
    const refused = refusedAnswer(model.label, answer);
    if (refused) throw refused;
    return isReachable(answer.text);
  }
  // The server takes no schema; whether it answers without one is the question then.
  const plain = await collected(desk.call(TEST, model, question));
  const refused = refusedAnswer(model.label, plain);
  if (refused) throw refused;
  return false;
}

/** Asked without a size, so that the server gives the context it would give anybody; what the operator declared is asked for as declared. */
const withoutSize = (model: KnownModel): KnownModel =>
  model.context.source === 'declared'
    ? model
    : { ...model, endpoint: { ...model.endpoint, contextTokens: null } };

type Calls = Pick<ModelAbilities, 'tools' | 'parallelCalls'>;

const NO_TOOLS: Calls = { tools: false, parallelCalls: false };

/** Asked for two calls in one answer, so that one question tells both. */
async function callsTools(desk: ModelDesk, model: KnownModel): Promise<Calls> {
  try {
    const asked = desk.call(TEST, model, {
      system: SYSTEM,
      messages: [
        { role: 'user', content: 'Call the tool "report" twice, at once: for "left", and for "right".' },
      ],
      tools: [TOOL],
      maxTokens: MAX_TOKENS,
    });
    const { toolCalls } = await collected(asked);
    const count = toolCalls.filter((call) => call.name === TOOL.name).length;
    // None at all tells nothing of several: a model may call tools when it has need of them.
    return { tools: count > 0, parallelCalls: count === 0 ? null : count > 1 };
  } catch (error) {
    if (isRefusedRequest(error)) return NO_TOOLS;
    throw error;
  }
}

const isRefusedRequest = (error: unknown): boolean =>
  error instanceof AppError && error.details?.kind === 'bad_request';

function isReachable(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { reachable?: unknown }).reachable === 'boolean';
  } catch {
    return false;
  }
}

/** What the server tells by itself. A server that does not is asked with a call. */
async function describe({ network }: TrialParts, model: KnownModel): Promise<ModelDescription | null> {
  const limits = { timeoutMs: DESCRIBE_TIMEOUT_MS };
  return openChatModel(model.endpoint, network)
    .describe(limits)
    .catch(() => null);
}
