// The layer of models as the assistant's loop asks it, under one purpose with its own budgets. Source: agent, Models.
import type { AskedModel } from '../../agent/loop/model-port.ts';
import { estimateTokens } from '../../llm/limits/estimate-tokens.ts';
import type { Llm } from '../../llm/open-llm.ts';

const IDLE_MS = 120_000;

export function askedModel({ ask }: Pick<Llm, 'ask'>, purpose: string): AskedModel {
  return {
    about: (model) => ask.about(purpose, model),
    stream: (request) => ask.stream({ purpose, idleMs: IDLE_MS, ...request }),
    estimateTokens,
  };
}
