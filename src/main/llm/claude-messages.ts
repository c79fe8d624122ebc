// A conversation as Anthropic's API takes it: user and assistant in turn, all results of one answer in one message before any words, no empty words.
// Always blocks and never bare text, so that what follows is added behind bytes that stay what they were. Pure. Called by claude-chat.ts.
import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { wireId, wireName } from './call-ids.ts';
import type { ChatMessage } from './chat-model.ts';
import { argumentsOf } from './tool-call-assembly.ts';

export function claudeMessages(messages: readonly ChatMessage[]): MessageParam[] {
  const merged: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = blocksOf(message);
    if (blocks.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else merged.push({ role, content: blocks });
  }
  return merged;
}

function blocksOf(message: ChatMessage): ContentBlockParam[] {
  switch (message.role) {
    case 'user':
      return words(message.content);
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: wireId(message.callId), content: message.content }];
    case 'assistant':
      return [
        ...words(message.content),
        ...(message.toolCalls ?? []).map(({ id, name, arguments: text }) => ({
          ...{ type: 'tool_use' as const, id: wireId(id), name: wireName(name), input: argumentsOf(text) },
        })),
      ];
  }
}

/** Words of nothing but space are refused. */
const words = (text: string): ContentBlockParam[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);
