// Answers of ours on the wire, as every route's clients read them: a whole answer, a whole stream, and the bytes that end a
// stream the upstream began. Nothing here decides what is said. Source: proxy, Fidelity; loops, Rule 6, Step 5.
// Used by breaker-answer.ts and stream-watch.ts.
import type { PromptRoute } from '../../routes.ts';
import { anthropicWire } from './anthropic.ts';
import { chatWire, generateWire } from './ollama.ts';
import { completionsWire, openAiChatWire } from './openai.ts';
import type { Wire } from './own-answer.ts';
import { responsesWire } from './responses.ts';

export const WIRES: Record<PromptRoute, Wire> = {
  chat: chatWire,
  generate: generateWire,
  openai_chat: openAiChatWire,
  openai_completions: completionsWire,
  openai_responses: responsesWire,
  anthropic_messages: anthropicWire,
};
