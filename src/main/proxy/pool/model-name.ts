// Model names as Ollama compares them: one spelling for each model, so that what a client asks for is found in what an
// upstream lists. Pure.

/** `Qwen2.5`, `qwen2.5:latest` and `registry.ollama.ai/library/qwen2.5` are one model. */
export function canonicalModel(name: string): string {
  const short = name
    .toLowerCase()
    .replace(/^registry\.ollama\.ai\//, '')
    .replace(/^library\//, '');
  return short.includes(':', short.lastIndexOf('/') + 1) ? short : `${short}:latest`;
}
