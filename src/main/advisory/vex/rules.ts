// The rules that can decide between statements: a closed table, one plain sentence each, for the operator. What they do is in
// consensus.ts, in this order.
// Source: advisory, Deterministic tools.

export const RULES = {
  no_statement:
    'Nobody has said anything about this product at this version, which is no statement that it is safe.',
  kev: 'The vulnerability is known to be exploited, so the product is treated as affected until a person decides.',
  trusted_affected:
    'An issuer you trust says affected while others say otherwise, so it is treated as affected until a person decides.',
  undecided:
    'The weightiest word is that it is not known yet, so it is treated as affected until a person decides.',
  close_call:
    'The two weightiest answers are too close to tell apart, so it is treated as affected until a person decides.',
  too_weak:
    'Only issuers you do not trust say that it is safe, and their word weighs too little, so it is treated as affected until a person decides.',
  distribution_fix:
    'The distribution says that its own package has the fix, which beats a range of versions stated upstream.',
  open: 'All who spoke say that it is not known yet.',
  agreed: 'All whose word counts say the same.',
  majority: 'The answer with the greatest weight counts, and no other comes near it.',
} as const satisfies Readonly<Record<string, string>>;

export type RuleName = keyof typeof RULES;
