// Which passage of a source a brief rests on: the lines that hold what the sentences name that cite it, else all of it. Pure. Called by brief-body.ts.
// Source: advisory, Outputs.
import type { BriefCitation } from '../../../shared/model/evidence/brief.ts';
import type { Span } from '../cite/blocks.ts';
import { citationsIn } from '../cite/citations.ts';
import { citedIn } from '../cite/coverage.ts';
import { entitiesIn, keysOfSource } from '../cite/entity-forms.ts';
import { plainSigns, said } from '../cite/plain-signs.ts';
import { blanked, readBrief } from '../cite/reading.ts';
import { sentencesOf } from '../cite/sentences.ts';
import type { CitedSource } from '../context/prompt-of.ts';
import { findIds } from '../identity/advisory-id.ts';

/** One for each source that is cited, in the order of their numbers. @param text of the sections that claim something */
export function citedPassages(text: string, sources: readonly CitedSource[]): BriefCitation[] {
  const reading = readBrief(text);
  const prose = blanked(reading.prose, reading.markers);
  const { citations } = citationsIn(reading, { sources: sources.length });
  const wanted = new Map<number, Set<string>>();
  for (const { sentence, ids } of citedIn(sentencesOf(reading), citations)) {
    if (ids.length === 0) continue;
    const keys = entitiesIn(said(prose.slice(sentence.start, sentence.end)), findIds).flatMap(
      (one) => one.keys,
    );
    for (const n of ids) {
      const known = wanted.get(n) ?? new Set();
      for (const key of keys) known.add(key);
      wanted.set(n, known);
    }
  }
  return sources.flatMap(({ n, sourceId, contentHash, content, from }) => {
    const keys = wanted.get(n);
    if (keys === undefined) return [];
    return [{ n, source_id: sourceId, content_hash: contentHash, span: passageIn(content, keys, from) }];
  });
}

/** From the first line that holds one of them to the last, of what is said before who says it; all of it where none does. */
function passageIn(content: string, keys: ReadonlySet<string>, from: number): Span {
  return linesWith(content, keys, from) ?? linesWith(content, keys, 0) ?? { start: 0, end: content.length };
}

function linesWith(content: string, keys: ReadonlySet<string>, from: number): Span | null {
  let [start, end] = [-1, -1];
  let at = from;
  for (const line of content.slice(from).split('\n')) {
    if ([...keysOfSource(plainSigns(line), findIds)].some((key) => keys.has(key))) {
      if (start < 0) start = at;
      end = at + line.length;
    }
    at += line.length + 1;
  }
  return start < 0 ? null : { start, end };
}
