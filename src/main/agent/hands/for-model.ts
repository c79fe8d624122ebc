// A result as a model gets it: what a window can hold, and a plain word on what was left out. A person is shown the whole. Called by hands.ts.
// Source: agent, Tools.
import type { ToolData } from '../tools/tool.ts';

const MODEL_CHARS = 16_000;

/** @param data without secrets: a cut must not part one. @returns JSON, or the beginning of it and what was left out */
export function forModel(data: ToolData): string {
  const text = JSON.stringify(data);
  if (text.length <= MODEL_CHARS) return text;
  const note = ` … [cut: ${MODEL_CHARS} of ${text.length} characters; ask for less at a time]`;
  const kept = text.slice(0, MODEL_CHARS - note.length);
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + note;
}
