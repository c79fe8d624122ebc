// Puts tool calls together that arrive in pieces: each piece names its place, the first its id and name.
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

  /** All of them, in their order. A server that gives no ids gets some, so that results can be told apart. */
  take(): ToolCall[] {
    const calls = [...this.#calls.entries()].sort(([a], [b]) => a - b);
    this.#calls.clear();
    return calls.map(([place, call]) => ({ ...call, id: call.id || `call_${place}` }));
  }
}
