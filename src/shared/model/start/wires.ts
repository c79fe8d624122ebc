// The wires agents come in over, in the order in which they are shown: three formats, and two programs that are told by what they call
// themselves, LiteLLM, as agent-zero uses it, and curl. Without a schema: the console's page has none in its bundle.
export const WIRES = ['ollama', 'openai', 'anthropic', 'agent_zero', 'curl'] as const;
export type Wire = (typeof WIRES)[number];
