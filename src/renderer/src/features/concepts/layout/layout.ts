// What a tree comes to: boxes, the lines between them, and where each fact's own stretch begins. Types only.

/** Centre and size in canvas pixels. */
export interface Box {
  readonly token: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A stretch that belongs to no fact: a trunk, a bus, a stem. Its id is the same for as long as its parent has it. */
export interface Line {
  readonly id: string;
  /** The concept whose children it leads to. */
  readonly owner: string;
  readonly from: Point;
  readonly to: Point;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** Where the stretch of each fact begins; a box that is not in it hangs from its parent's box itself. */
  readonly entries: ReadonlyMap<string, Point>;
  /** Each box's parent box; the root has none. */
  readonly parents: ReadonlyMap<string, string>;
}
