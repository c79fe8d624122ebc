// Tool calls between us and a server: put together from pieces (each names its place, the first its id and name), and arguments as an object where a
// server takes nothing else. Pure.
import { parseArguments } from '../../shared/bounded-json.ts';
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

/** Kept of arguments that no server would take back. */
const UNREADABLE_CHARS = 200;

/** Arguments of a call in the history. What is no object within bounds goes back as the beginning of its text: no server, and no library, chokes on it. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseArguments(text);
  return parsed.ok ? parsed.value : { unreadable: text.slice(0, UNREADABLE_CHARS).toWellFormed() };
}

/** The same as text: as it was written, where that is an object. */
export function argumentsText(text: string): string {
  return text.trim() !== '' && parseArguments(text).ok ? text : JSON.stringify(argumentsOf(text));
}
