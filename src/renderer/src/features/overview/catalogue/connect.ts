// Words of Connect, and of the demo on the Overview.
export const connect = {
  title: 'Agents come in at',
  first: 'Connect an agent: copy the line of its kind',
  kinds: '{{on, number}} of {{of, number}} kinds connected',
  copy: 'Copy the line for {{name}}',
  waiting: 'waiting for the first request',
  seen: 'first request {{time}} from {{client}}',
  newest: 'newest {{time}} from {{client}}',
  needsKey: 'Agents need a client key here: {{because}} It goes where fk-YOUR-KEY stands.',
  makeKey: 'Make one in Clients',
  wire: {
    ollama: 'Ollama',
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    agent_zero: 'agent-zero',
    curl: 'curl',
  },
  demo: 'This is the demo: what it knows, who asks and who answers is made up.',
} as const;
