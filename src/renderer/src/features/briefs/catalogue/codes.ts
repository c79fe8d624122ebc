// Why a brief was refused, and what to do then; and why one was written without the model that was meant.

/** By the code of the guard. */
export const code = {
  citation_missing: {
    says: 'A sentence has no source.',
    todo: 'Create a new revision.',
  },
  citation_invalid: {
    says: 'The model quoted something that its source does not have.',
    todo: 'Create a new revision, or choose another model.',
  },
  entity_unsupported: {
    says: 'A sentence names something that its sources do not have.',
    todo: 'Create a new revision.',
  },
  remediation_unapproved: {
    says: 'A sentence proposes a remedy that no source names.',
    todo: 'Create a new revision.',
  },
  canary_leak: {
    says: 'The model gave the secret word of its instructions away: it may have obeyed words in the evidence.',
    todo: 'Check the sources that read like instructions, and choose another model before you retry.',
  },
  prompt_injection: {
    says: 'Your request reads like an instruction to the model.',
    todo: 'Use an advisory’s id, a package URL or a concept.',
  },
  prompt_too_long: {
    says: 'The evidence does not fit into one prompt.',
    todo: 'Narrow the brief to one artifact.',
  },
  quota_exceeded: {
    says: 'The budget for models is used up.',
    todo: 'Retry later, or raise the budget in Settings.',
  },
} as const;

/** After “Written without a model:”. */
export const fallback = {
  no_model: 'no model that can be asked is chosen for it.',
  egress_denied: 'the chosen model is outside your network, and this profile sends nothing there.',
  unreachable: 'the model could not be reached.',
  overloaded: 'the model is overloaded.',
  rate_limited: 'the model’s provider limited requests.',
  unauthenticated: 'the model’s provider rejected the API key.',
  not_found: 'the provider does not have that model.',
  timeout: 'the model did not answer in time.',
  bad_answer: 'its answer could not be used.',
  quota_exceeded: 'the day’s budget for briefs is used up.',
  refused: 'the model declined.',
  failed: 'asking the model failed.',
} as const;
