// Promise: with a draft the canvas shows what would be: what comes is there, what goes is a ghost, a name that changes keeps its box.
import { describe, expect, it } from 'vitest';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import type { EdgeCourse } from './draft-store.ts';
import { drawnDraft } from './drawn-draft.ts';

type Said = NonNullable<EdgeCourse['before']>;

/** `web in rack`, in the dimension shown or another. */
function said(line: string, dimension = 'place'): Said {
  const [concept = '', , parent = ''] = line.split(' ');
  return { concept, parent, dimension, isIsa: false };
}

/** A tree of `child in parent` lines below `hall`. */
function hallOf(...lines: string[]): Neighbourhood {
  const node = (token: string, parent: string | null, depth: number) =>
    ({
      concept: { token },
      parent,
      depth,
      edge: parent === null ? null : { ...said(`${token} in ${parent}`), edgeId: 1 },
      childrenTotal: 0,
      childrenShown: 0,
    }) as unknown as TreeNode;
  const below = lines.map((line) => {
    const { concept, parent } = said(line);
    return node(concept, parent, 1);
  });
  return {
    ...{ focus: 'hall', dimension: 'place', isDimension: false, dimensions: [] },
    ...{ nodes: [node('hall', null, 0), ...below], shown: 1, total: 1, hidden: 0, over: null },
  };
}

/** What is drawn: labels under parents, ghosts with theirs. */
function drawn(of: Neighbourhood, ...edges: Omit<EdgeCourse, 'edgeId'>[]) {
  const courses = edges.map((course) => ({ edgeId: course.before === null ? null : 1, ...course }));
  const { nodes, marks, ghosts } = drawnDraft(of, courses);
  return [
    ...nodes.map(
      ({ concept: { token }, parent }) => `${marks.get(token)?.label ?? token} < ${parent ?? 'nothing'}`,
    ),
    ...ghosts.map(({ label, parent }) => `(${label}) < ${parent}`),
  ].sort();
}

describe('a draft on the canvas', () => {
  const hall = hallOf('rack in hall', 'shelf in hall', 'web in rack');

  it('is what is there without edits', () => {
    expect(drawn(hall)).toEqual(['hall < nothing', 'rack < hall', 'shelf < hall', 'web < rack']);
  });

  it('has a concept that moves at its new place, and a ghost at the old one', () => {
    expect(drawn(hall, { before: said('web in rack'), after: said('web in shelf') })).toEqual([
      '(− web) < rack',
      ...['hall < nothing', 'rack < hall', 'shelf < hall', '→ web < shelf'],
    ]);
  });

  it('has what is new below its parent, and a parent that nobody showed above', () => {
    expect(drawn(hall, { before: null, after: said('db in rack') })).toContain('+ db < rack');
    expect(drawn(hall, { before: null, after: said('hall in campus') })).toEqual(
      expect.arrayContaining(['campus < nothing', '+ hall < campus']),
    );
    expect(drawn(hall, { before: null, after: said('other in elsewhere') })).toHaveLength(4);
  });

  it('keeps what ends in its place, and says where it goes', () => {
    expect(drawn(hall, { before: said('web in rack'), after: null })).toContain('− web < rack');
    expect(drawn(hall, { before: said('web in rack'), after: said('web in rack', 'duty') })).toContain(
      '− web → [duty] < rack',
    );
  });

  it('shows a rename in the box, and moves nothing that is below it', () => {
    expect(
      drawn(
        hall,
        { before: said('rack in hall'), after: said('rack-1 in hall') },
        { before: said('web in rack'), after: said('web in rack-1') },
        { before: null, after: said('rack in rack-1', 'alias') },
      ),
    ).toEqual(['hall < nothing', 'rack → rack-1 < hall', 'shelf < hall', 'web < rack']);
  });

  it('shows two that become one: the other is a ghost, what was below it stands below the one', () => {
    expect(
      drawn(
        hall,
        { before: said('rack in hall'), after: null },
        { before: said('web in rack'), after: said('web in shelf') },
        { before: null, after: said('rack in shelf', 'alias') },
      ),
    ).toEqual(['hall < nothing', 'shelf < hall', 'web < shelf', '− rack < hall']);
  });
});
