export function explainPrompt(..._args: unknown[]): object { return {}; }
