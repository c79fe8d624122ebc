// The rules that can decide between statements: a closed table, one plain sentence each, for the operator. What they do is in
// consensus.ts, in this order.
// Source: advisory, Deterministic tools.

export const RULES = {
  no_statement:
    'Nobody has stated anything about this product at this version. That does not mean it is safe.',
  kev: 'The vulnerability is known to be exploited, so the product is treated as affected until a person decides.',
  trusted_disagree:
    'Issuers you trust disagree, so the product is treated as affected until a person decides.',
  issuers_disagree:
    'Issuers you have not chosen to trust disagree, so the product is treated as affected until a person decides.',
  undecided:
    'An issuer you trust is still investigating, so the product is treated as affected until a person decides.',
  trusted: 'An issuer you trust says so.',
  not_trusted: 'Only issuers you have not chosen to trust say that it is safe. That closes nothing.',
  distribution_fix:
    'The distribution says that its own package has the fix, which counts more than a range of upstream versions.',
  open: 'Everybody who made a statement says that it is not known yet.',
  agreed: 'All statements that count agree.',
  any_advisory: 'An advisory lists this version as affected; that others do not list it does not close it.',
} as const satisfies Readonly<Record<string, string>>;

export type RuleName = keyof typeof RULES;
