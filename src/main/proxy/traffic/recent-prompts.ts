// What the newest prompts named, as concept ids, so that other settings can be tried on them: the blocks they would be
// given, without asking anybody and without keeping a word of them. Holds no text; of fifty conversations what they named.
// Filled by sent-prompt.ts after a request has left; asked by the composition root for the settings' live preview.
import type { Settings } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { ConversationBlock } from '../../graph/recollect/recollection.ts';

/** Prompts remembered. */
const KEPT = 50;
/** Concepts remembered of one prompt: those of its newest words first. */
const MAX_NAMED = 4000;

export interface RecentPrompt {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly client: string;
  readonly project: string;
  /** Concepts its newest turn named. */
  readonly newest: readonly number[];
  /** Concepts its conversation has named, by now. */
  readonly older: Iterable<number>;
  /** What its agent may be asked about (memory D22). */
  readonly askable: readonly number[];
  readonly maxChars: number | undefined;
}

export interface TriedPrompt {
  readonly requestId: string;
  readonly at: number;
  readonly client: string;
  /** The block by the first settings and by the second; null for none. */
  readonly before: string | null;
  readonly after: string | null;
}

export class RecentPrompts {
  readonly #graph: ConceptGraph;
  /** Newest first. What a prompt named is read when it is tried: taking note of it costs a request nothing. */
  #kept: RecentPrompt[] = [];

  constructor(graph: ConceptGraph) {
    this.#graph = graph;
  }

  add(prompt: RecentPrompt): void {
    if (this.#kept.length >= KEPT) this.#kept.pop();
    this.#kept.unshift(prompt);
  }

  /** The graph was replaced: ids may mean other concepts. */
  forget(): void {
    this.#kept = [];
  }

  /**
   * The blocks the newest prompts would be given as first requests of a conversation, by two sets of settings.
   * @param limit prompts, newest first
   * @param now epoch milliseconds
   */
  try(before: Settings, after: Settings, limit: number, now: number): TriedPrompt[] {
    return this.#kept.slice(0, limit).map((prompt) => ({
      requestId: prompt.requestId,
      at: prompt.at,
      client: prompt.client,
      before: this.#block(prompt, before, now),
      after: this.#block(prompt, after, now),
    }));
  }

  #block(prompt: RecentPrompt, settings: Settings, now: number): string | null {
    if (!settings.recollection_enabled) return null;
    const { askable, maxChars, project } = prompt;
    const newest = prompt.newest.slice(0, MAX_NAMED);
    return new ConversationBlock().update(this.#graph, settings, project, {
      newest,
      older: firstOf(prompt.older, MAX_NAMED - newest.length),
      askable,
      now,
      ...(maxChars === undefined ? {} : { maxChars }),
    }).block;
  }
}

function firstOf(ids: Iterable<number>, limit: number): number[] {
  const first: number[] = [];
  for (const id of ids) {
    if (first.length >= limit) break;
    first.push(id);
  }
  return first;
}
