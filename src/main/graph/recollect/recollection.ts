// Chooses what a conversation is reminded of and keeps its block stable: shown concepts stay, in order, and new ones are
// appended, because a local model reuses its KV cache only for an identical prefix. Pure state; the proxy holds one
// ConversationBlock per conversation. Source: memory, Recollection, D3, D7, D8, D10, D15.
import type { Settings } from '../../../shared/model/settings.ts';
import type { RecalledLine } from '../../../shared/model/traffic.ts';
import type { RecalledGraph } from '../columns/scoped-graph.ts';
import { saliency } from './saliency.ts';
import { type BlockSettings, type Mentions, type ShownLine, UpdatePass } from './update-pass.ts';

export { recollectionOf, renderZeroHit } from './recollection-line.ts';

const OPENING = '<recollection>\n';
const CLOSING = '</recollection>';
const FRAME_CHARS = OPENING.length + CLOSING.length;

export interface BlockUpdate {
  /** The block's bytes; null when there is nothing to recall. */
  readonly block: string | null;
  readonly lines: readonly RecalledLine[];
  /** Whether the bytes differ from the update before. */
  readonly changed: boolean;
  /** Known concepts that surfaced anew and found no room; 0 while the block is as full as it may be. */
  readonly omitted: number;
}

/** Characters a block may have: the setting, and 5 % of the context length at four characters a token where known. */
export function charCap(settings: Pick<Settings, 'recollection_max_chars'>, contextTokens?: number): number {
  const share = contextTokens === undefined ? Number.POSITIVE_INFINITY : Math.floor(contextTokens * 0.05 * 4);
  return Math.min(settings.recollection_max_chars, share);
}

/** One conversation's block. Not shared between conversations; cheap to drop. */
export class ConversationBlock {
  #shown = new Map<number, ShownLine>();
  #block: string | null = null;
  /** Characters of all shown lines with their newlines. */
  #chars = 0;
  #zeroHits = 0;
  /** Concepts that were asked about: one that had to go is not asked about again. */
  readonly #asked = new Set<number>();
  #version = -1;
  /** When the first of the shown facts ends, epoch milliseconds. */
  #until = Number.POSITIVE_INFINITY;
  #basis: Basis | null = null;
  /** The lines as the last update gave them, while nothing has changed since. */
  #said: readonly RecalledLine[] | null = null;

  /**
   * Brings the block up to date with the graph and with what the prompt names.
   * A concept that is shown stays shown in its place; its line is rendered again only when its stamp in the graph changed
   * (or a setting did). New concepts are appended: those named in the newest segment first, then by a score of saliency,
   * novelty and recency. Decay thus orders newcomers and moves nothing that is shown. Nothing makes way for a newcomer once the caps are reached.
   * A question stands in one update alone: an agent that does not answer it at once hardly will, and reads it every turn.
   */
  update(graph: RecalledGraph, settings: BlockSettings, project: string, mentions: Mentions): BlockUpdate {
    const pass = new UpdatePass(graph, settings, project, mentions);
    const anew = this.#basis === null || !sameBasis(this.#basis, pass);
    this.#basis = { project, maxChars: pass.maxChars, settings };
    const before = this.#block;
    let moved = this.#withdrawQuestions(pass) || anew;
    if (anew || graph.version !== this.#version || mentions.now >= this.#until)
      moved = this.#refresh(pass, anew) || moved;
    this.#version = graph.version;
    const kept = this.#shown.size;
    const omitted = kept < settings.recollection_max_concepts ? this.#append(pass) : 0;
    const grown = this.#shown.size > kept;
    if (moved || grown) {
      this.#block = this.#render();
      this.#said = null;
      this.#until = Math.min(...Array.from(this.#shown.values(), ({ until }) => until));
    }
    const lines = this.#said ?? this.#lines(graph, kept);
    // What was new now is kept next time; after that the lines stay as they are until one moves.
    if (!grown) this.#said = lines;
    return { block: this.#block, lines, changed: this.#block !== before, omitted };
  }

  /** Whether it has room for a question: those it asks now make way. */
  mayAsk(settings: BlockSettings): boolean {
    const facts = this.#shown.size - this.#zeroHits;
    return settings.recollection_max_zero_hits > 0 && facts < settings.recollection_max_concepts;
  }

  /** Takes out what was asked last; what has been answered since becomes a line of facts. @returns whether there was any */
  #withdrawQuestions(pass: UpdatePass): boolean {
    if (this.#zeroHits === 0) return false;
    const held = [...this.#shown.values()];
    for (const line of held) {
      if (line.kind !== 'zero_hit') continue;
      this.#drop(line);
      const answered = pass.rerender(line, pass.maxChars - this.#room());
      if (answered !== null && this.#fits(pass, answered)) this.#keep(answered);
    }
    this.#shown = inOrder(held, this.#shown);
    return true;
  }

  /** Renders again what changed; what no longer has anything to show, or no longer fits, goes. */
  #refresh(pass: UpdatePass, all: boolean): boolean {
    let moved = false;
    const held = [...this.#shown.values()];
    if (all) this.#reset();
    for (const line of held) {
      const isSame = line.stamp === pass.graph.stamp(pass.project, line.concept) && line.until > pass.now;
      if (!all && isSame) continue;
      if (!all) this.#drop(line);
      const next = pass.rerender(line, pass.maxChars - this.#room());
      if (next !== null && this.#fits(pass, next)) this.#keep(next);
      moved = true;
    }
    // A changed line went to the end of the map: put the lines back in the order they were in.
    if (moved) this.#shown = inOrder(held, this.#shown);
    return moved;
  }

  /** @returns how many known concepts found no room */
  #append(pass: UpdatePass): number {
    const askable = this.#zeroHits < pass.settings.recollection_max_zero_hits;
    let omitted = 0;
    for (const candidate of pass.candidates(this.#shown, askable)) {
      if (!candidate.known && this.#asked.has(candidate.concept.id)) continue;
      const isFull = this.#shown.size >= pass.settings.recollection_max_concepts;
      const line = isFull ? null : pass.render(candidate, pass.maxChars - this.#room());
      if (line !== null && this.#fits(pass, line)) this.#keep(line);
      else if (candidate.known && (isFull || line !== null)) omitted++;
    }
    return omitted;
  }

  /** Characters the block has now. */
  #room(): number {
    return FRAME_CHARS + this.#chars;
  }

  #fits(pass: UpdatePass, line: ShownLine): boolean {
    if (this.#shown.size >= pass.settings.recollection_max_concepts) return false;
    if (line.kind === 'zero_hit' && this.#zeroHits >= pass.settings.recollection_max_zero_hits) return false;
    return this.#room() + line.line.length + 1 <= pass.maxChars;
  }

  #keep(line: ShownLine): void {
    this.#shown.set(line.concept, line);
    this.#chars += line.line.length + 1;
    if (line.kind !== 'zero_hit') return;
    this.#zeroHits++;
    this.#asked.add(line.concept);
  }

  #drop(line: ShownLine): void {
    this.#shown.delete(line.concept);
    this.#chars -= line.line.length + 1;
    if (line.kind === 'zero_hit') this.#zeroHits--;
  }

  #reset(): void {
    this.#shown = new Map();
    this.#chars = 0;
    this.#zeroHits = 0;
  }

  #render(): string | null {
    if (this.#shown.size === 0) return null;
    let block = OPENING;
    for (const { line } of this.#shown.values()) block += `${line}\n`;
    return block + CLOSING;
  }

  #lines(graph: RecalledGraph, kept: number): RecalledLine[] {
    return [...this.#shown.values()].map(({ concept, token, line, kind, why, edgeIds }, place) => {
      const row = graph.concept(concept);
      return {
        concept: token,
        line,
        kind,
        why: place < kept ? 'kept' : why,
        saliency: row === undefined ? 0 : saliency(row.encounterCount, row.common),
        edgeIds,
      };
    });
  }
}

function inOrder(before: ShownLine[], after: Map<number, ShownLine>): Map<number, ShownLine> {
  const ordered = new Map<number, ShownLine>();
  for (const { concept } of before) {
    const line = after.get(concept);
    if (line !== undefined) ordered.set(concept, line);
  }
  return ordered;
}

/** Everything but the graph and the mentions that the bytes of a line depend on. */
type Basis = Pick<UpdatePass, 'project' | 'maxChars' | 'settings'>;

const BASIC_SETTINGS = [
  'recollection_confidence_floor',
  'recollection_recency_days',
  'recollection_assistant_facts',
  'recollection_max_concepts',
  'recollection_max_zero_hits',
  'zero_hit_command',
] as const;

function sameBasis(a: Basis, b: Basis): boolean {
  if (a.project !== b.project || a.maxChars !== b.maxChars) return false;
  return a.settings === b.settings || BASIC_SETTINGS.every((key) => a.settings[key] === b.settings[key]);
}
