// Names and addresses of files and documents as they may be shown and kept: without keys and passwords that stand in them. What names something by its digest keeps its
// name, as it does in evidence; `redact` would take it. Pure, linear. Used where evidence is taken in and told of. Source: advisory, Guardrails.
import { secretSpans } from './secret-spans.ts';
import { MARK } from './secrets-in-use.ts';

/** The name with a mark in the place of every secret. */
export function openName(name: string): string {
  let [open, done] = ['', 0];
  for (const { start, end } of secretSpans(name)) {
    open += name.slice(done, start) + MARK;
    done = end;
  }
  return done === 0 ? name : open + name.slice(done);
}
