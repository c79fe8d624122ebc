// Moments between a dimension's first fact and now, at which something changed: where one comes to, going back and forth. Pure.

export interface Timeline {
  /** Epoch milliseconds; null for a dimension that never had a fact. */
  readonly from: number | null;
  readonly to: number;
  /** Facts that began or ended, in stretches of the same length. */
  readonly changes: readonly number[];
}

const widthOf = ({ from, to, changes }: Timeline): number =>
  Math.max(1, Math.ceil((to - (from ?? to) + 1) / Math.max(1, changes.length)));

/** The last moment before the nearest earlier stretch in which something changed; null where nothing did. */
export function earlier(timeline: Timeline, at: number): number | null {
  if (timeline.from === null) return null;
  const width = widthOf(timeline);
  for (let bin = timeline.changes.length - 1; bin > 0; bin--) {
    const before = timeline.from + bin * width - 1;
    if ((timeline.changes[bin] ?? 0) > 0 && before < at) return before;
  }
  return null;
}

/** The last moment of the nearest later stretch in which something changed; null where one has come to now. */
export function later(timeline: Timeline, at: number): number | null {
  if (timeline.from === null) return null;
  const width = widthOf(timeline);
  for (const [bin, changes] of timeline.changes.entries()) {
    const after = timeline.from + (bin + 1) * width - 1;
    if (changes > 0 && after > at) return after < timeline.to ? after : null;
  }
  return null;
}

/** How many facts began or ended in the stretch a moment lies in. */
export function changesAt(timeline: Timeline, at: number): number {
  if (timeline.from === null) return 0;
  return timeline.changes[Math.floor((at - timeline.from) / widthOf(timeline))] ?? 0;
}
