// Edits of names, dimensions and facts by hand, one or many: looked at first, then applied as one action.
// Source: console, Concepts; memory, Writing.
import * as z from 'zod';
import { Action } from '../model/decision.ts';
import { EditsLook, EditsPreview, GraphEdits } from '../model/memory/graph-edit.ts';
import { Reason } from '../model/plain-text.ts';
import { posted, write } from './base.ts';

export const edits = {
  /** What they would do, in order, each on what those before it leave. Changes nothing. */
  preview: posted('/edits/preview').input(EditsLook).output(EditsPreview),
  /** All of them or none. STALE_VERSION when they would do something else than what was looked at. */
  apply: write('/edits', 'memory')
    .input(
      GraphEdits.extend({
        /** What the preview gave; left out, whatever they come to now is applied. */
        basis: z.string().max(100).nullable().default(null),
        reason: Reason,
      }),
    )
    .output(z.strictObject({ action: Action })),
};
