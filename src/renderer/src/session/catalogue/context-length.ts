// Words about the context length of a model, for Traffic, the Overview and Resources.
export const contextLength = {
  title: 'Context length',
  label: 'Context length (num_ctx) for {{model}}',
  set: 'Set',
  remove: 'Remove',
  saved: '{{model}}: requests that set no num_ctx get {{tokens}} tokens from now on.',
  removed: '{{model}}: requests that set no num_ctx get what the server or the Modelfile sets.',
  hint: 'For requests to /api/chat and /api/generate that set none. A longer context takes more memory.',
  wrong: 'Enter a whole number of tokens from 256 to 16,777,216.',
  inFile: 'Set in config.yaml (model_context_lengths). Change it there.',
  cut: {
    certain: 'Prompt cut to {{read}} tokens; about {{sent}} were sent.',
    maybe: 'Prompt may have been cut to {{read}} tokens; about {{sent}} were sent.',
    context:
      'The context of {{model}} is {{limit}} tokens. Ollama drops the beginning of a longer prompt, often the instructions and tools.',
    fix: {
      request: 'The client sets num_ctx itself. Raise it in the client.',
      openai:
        'Requests to /v1 cannot set num_ctx. Set PARAMETER num_ctx in the Modelfile of the model, or OLLAMA_CONTEXT_LENGTH on the Ollama server.',
    },
  },
} as const;
