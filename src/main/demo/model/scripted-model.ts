// The scripted model: reads the prompt it was given and answers from it, always the same way and never from elsewhere.
// What it knows of the demo's story comes from the `<recollection>` block alone, which is what the demo is there to show.

import type { Json } from '../json-fields.ts';
import type { ModelCard } from '../model-shelf.ts';
import type { Answer, PromptMessage, PromptRequest, ToolCall, ToolSpec } from '../prompt.ts';
import { bareName } from '../script.ts';
import { conflictAnswer } from './conflict-answer.ts';
import { type Conversation, readConversation } from './conversation-reading.ts';
import { answerInWords, displayName, namedIn, recalledInWords } from './recollection-sentences.ts';
import { valueFor } from './schema-value.ts';

export interface Question {
  readonly prompt: PromptRequest;
  /** What the model sees: the request's messages after the Modelfile's rule. */
  readonly messages: readonly PromptMessage[];
  readonly model: ModelCard;
}

/** The answer to a prompt. */
export function answerFrom({ prompt, messages, model }: Question): Answer {
  const conversation = readConversation(messages);
  const words = answerInWords(conversation);
  const call = chooseTool(prompt, conversation, bareName(model.name));
  return {
    thinking: thoughts(conversation),
    text: call === null ? textFor(prompt, conversation, words, bareName(model.name)) : '',
    toolCalls: call === null ? [] : [call],
    doneReason: 'stop',
  };
}

function textFor(prompt: PromptRequest, conversation: Conversation, words: string, model: string): string {
  if (prompt.format.kind === 'json') {
    const { schema } = prompt.format;
    const decision = conflictAnswer(prompt.messages.at(-1)?.content ?? '', schema);
    if (decision !== null) return decision;
    const value = Object.keys(schema).length === 0 ? { answer: words } : valueFor(schema, words);
    return JSON.stringify(value);
  }
  if (prompt.raw) return ' return answer;';
  const utility = utilityAnswer(conversation);
  if (utility !== null) return utility;
  if (conversation.wantsToolJson) return toolJson(conversation, words, model);
  if (conversation.toolResult !== null) return reportOf(conversation.toolResult, conversation);
  return conversation.images > 0 ? `I was given ${conversation.images} image(s). ${words}` : words;
}

function thoughts(conversation: Conversation): string {
  const named = namedIn(conversation.question, conversation.recalled).map((entry) =>
    displayName(entry.concept),
  );
  return named.length > 0
    ? `My recollection covers ${named.join(' and ')}. I answer from it.`
    : 'My recollection does not cover this. I answer in general terms.';
}

/** Jobs beside the conversation: naming a chat, keywords for memory. They want nothing but their format. */
function utilityAnswer({ system, question }: Conversation): string | null {
  if (/\bJSON (?:array|list)\b/i.test(system) && /\bonly\b/i.test(system)) {
    const names = question.match(/\b[a-z]{5,}(?:[_-][a-z0-9]+)*\b/gi) ?? [];
    return JSON.stringify([...new Set(names)].slice(0, 4));
  }
  if (/\b(?:name|title) (?:for|of) (?:the|this) (?:chat|conversation)\b/i.test(system)) {
    return question
      .split(/\s+/)
      .slice(0, 4)
      .join(' ')
      .replace(/[^\w\s-]/g, '');
  }
  return null;
}

/** What a tool said last, and what the recollection adds to it. */
function reportOf(output: string, conversation: Conversation): string {
  const lastLine = output.trim().split('\n').at(-1)?.trim().slice(0, 120) ?? '';
  return `The tool reports: ${lastLine}. ${recalledInWords(conversation)}`.trimEnd();
}

interface Action {
  readonly headline: string;
  readonly tool: string;
  readonly args: Json;
}

/** The two actions between which the looping agent swings. */
const LOOP: readonly [Action, Action] = [
  {
    headline: 'Checking the disk',
    tool: 'code_execution_tool',
    args: { runtime: 'terminal', session: 0, code: 'df -h /srv/models' },
  },
  {
    headline: 'Searching memories',
    tool: 'memory_load',
    args: { query: 'disk full on the model host', threshold: 0.7, limit: 5 },
  },
];

const NEEDS_A_LOOK = /\b(?:check|restart|list|status|logs?|deploy|why|reachable|full)\b/i;

/** agent-zero's answer: one JSON request for a tool, and then, as small models do, words after the end of it. */
function toolJson(conversation: Conversation, words: string, model: string): string {
  const action = nextAction(conversation, words, model);
  const request = {
    thoughts: [thoughts(conversation)],
    headline: action.headline,
    tool_name: action.tool,
    tool_args: action.args,
  };
  return `${JSON.stringify(request, null, 4)}\n\nI will wait for the result of this tool before I go on with the next step.`;
}

function nextAction(conversation: Conversation, words: string, model: string): Action {
  if (model === 'demo-loop') return LOOP[conversation.assistantTurns % 2 === 0 ? 0 : 1];
  const { question, toolResult } = conversation;
  if (toolResult !== null) {
    return { headline: 'Reporting', tool: 'response', args: { text: reportOf(toolResult, conversation) } };
  }
  if (!NEEDS_A_LOOK.test(question)) return { headline: 'Answering', tool: 'response', args: { text: words } };
  const subject = namedIn(question, conversation.recalled)[0]?.concept ?? 'the-service';
  return {
    headline: `Looking at ${subject}`,
    tool: 'code_execution_tool',
    args: { runtime: 'terminal', session: 0, code: `systemctl status ${subject} --no-pager` },
  };
}

/** A native tool call: the first tool that the question speaks of, or any for `demo-tools`; none right after a result. */
function chooseTool(prompt: PromptRequest, conversation: Conversation, model: string): ToolCall | null {
  if (conversation.toolResult !== null) return null;
  const spokenOf = (tool: ToolSpec): boolean =>
    tool.name
      .split(/[_\W]+/)
      .some((word) => word.length > 3 && conversation.question.toLowerCase().includes(word.toLowerCase()));
  const tool = model === 'demo-tools' ? prompt.tools[0] : prompt.tools.find(spokenOf);
  if (tool === undefined) return null;
  const subject = namedIn(conversation.question, conversation.recalled)[0]?.concept ?? conversation.question;
  const value = valueFor({ type: 'object', ...tool.parameters }, subject);
  return { name: tool.name, arguments: value as Json };
}
