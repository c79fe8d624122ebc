// Tool calls between us and a server: put together from pieces (each names its place, the first its id and name), and arguments as an object where a
// server takes nothing else. Pure.
import type { ToolCall } from './chat-model.ts';

export class ToolCallAssembly {
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  add(place: number, piece: { id?: string; name?: string; arguments?: string }): void {
    const call = this.#calls.get(place) ?? { id: '', name: '', arguments: '' };
    call.id ||= piece.id ?? '';
    call.name ||= piece.name ?? '';
    call.arguments += piece.arguments ?? '';
    this.#calls.set(place, call);
  }

  /** All of them, in their order. The id is empty where a server gave none. */
  take(): ToolCall[] {
    const calls = [...this.#calls.entries()].sort(([a], [b]) => a - b);
    this.#calls.clear();
    return calls.map(([, call]) => ({ ...call }));
  }
}

/** Arguments of a call in the history; those that were no JSON object go back as what they were. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Falls through.
  }
  return { unreadable: text };
}

/** The same as text: as it was written, where that is an object. */
export function argumentsText(text: string): string {
  const parsed = argumentsOf(text);
  return Object.keys(parsed).length > 0 && !('unreadable' in parsed) ? text : JSON.stringify(parsed);
}
