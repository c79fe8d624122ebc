// How sure a fact is, in the three steps its stroke has. Pure. Used by the marks and the canvas.

/** 1 below 0.7, 2 below 0.9, 3 from there. */
export function confidenceStep(confidence: number): 1 | 2 | 3 {
  if (confidence < 0.7) return 1;
  return confidence < 0.9 ? 2 : 3;
}
