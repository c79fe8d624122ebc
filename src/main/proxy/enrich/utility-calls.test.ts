// Promise: side jobs are told from agents' prompts, by rules that do not guess. One line per case.
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { type CallFacts, isUtilityCall } from './utility-calls.ts';

const call = (facts: Partial<CallFacts>): CallFacts => ({
  system: '',
  user: 'hello',
  userTurns: 1,
  assistantTurns: 0,
  formatSet: false,
  hasTools: false,
  knownConversation: false,
  ...facts,
});

const NAMING = 'You are a chat naming assistant. Your role is to suggest a short chat name.';
const KEYWORDS = 'Extract search keywords.\nReturn ONLY a JSON array of strings containing the phrases.';
const MAIN_AGENT =
  'respond valid json with fields\n- thoughts: array\n- tool_name: use tool name\nonly JSON, nothing else';

describe('isUtilityCall', () => {
  it.each<[string, boolean, Partial<CallFacts>]>([
    ['format with a short history', true, { formatSet: true }],
    [
      'format with a short history, though the conversation is known',
      true,
      { formatSet: true, knownConversation: true },
    ],
    ['format with a history', false, { formatSet: true, assistantTurns: 1 }],
    ['chat naming', true, { system: NAMING }],
    [
      'chat naming behind a history is a conversation about naming',
      false,
      { system: NAMING, assistantTurns: 2 },
    ],
    ['a keyword job', true, { system: KEYWORDS }],
    ['a keyword job with several user turns', false, { system: KEYWORDS, userTurns: 2 }],
    ['memory consolidation', true, { system: 'You are an intelligent memory consolidation specialist.' }],
    [
      'an answer bound to JSON by words',
      true,
      { system: 'Return your analysis as a properly formatted JSON response.' },
    ],
    [
      'a search query',
      true,
      { system: 'AI provide a search query for search engine where memories are stored' },
    ],
    ['a summary', true, { system: 'No intro\nOnly the summary text is returned' }],
    ['an Open WebUI title job', true, { user: '### Task:\nGenerate a title.\n### Output:\nJSON format: {}' }],
    ["agent-zero's main agent, which answers in JSON", false, { system: MAIN_AGENT }],
    ['a JSON-only prompt with tools', false, { system: KEYWORDS, hasTools: true }],
    ['a JSON-only prompt of a conversation that grew', false, { system: KEYWORDS, knownConversation: true }],
    [
      'an assistant told to answer in English only',
      false,
      { system: 'You are helpful. Answer only in English.' },
    ],
    ['a user who speaks of JSON', false, { user: 'Explain why only JSON is allowed here.' }],
    ['nothing but a question', false, {}],
  ])('%s: %s', (_name, expected, facts) => {
    expect(isUtilityCall(call(facts))).toBe(expected);
  });

  it('stays linear on hostile prompts', () => {
    const spent = processorTime();
    isUtilityCall(
      call({
        system: 'only return output as a '.repeat(20_000),
        user: `### Task:\n${'### Output'.repeat(50_000)}`,
      }),
    );
    expect(spent()).toBeLessThan(250);
  });
});
