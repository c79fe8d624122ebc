// Why a brief was refused and what to do, and why one was written without its model.

/** By the code of the guard. */
export const code = {
  citation_missing: {
    says: 'A sentence has no source.',
    todo: 'Create a new revision.',
  },
  citation_invalid: {
    says: 'The model quoted text that its source doesn’t contain.',
    todo: 'Create a new revision, or select another model.',
  },
  entity_unsupported: {
    says: 'A sentence names something that its sources don’t contain.',
    todo: 'Create a new revision.',
  },
  remediation_unapproved: {
    says: 'A sentence proposes a remedy that no source names.',
    todo: 'Create a new revision.',
  },
  canary_leak: {
    says: 'The model revealed the secret word of its instructions. It may have followed instructions in the evidence.',
    todo: 'Check the suspicious sources, and select another model before you retry.',
  },
  prompt_injection: {
    says: 'Your request reads like an instruction to the model.',
    todo: 'Use an advisory ID, a package URL or a concept.',
  },
  prompt_too_long: {
    says: 'The evidence doesn’t fit into one prompt.',
    todo: 'Narrow the brief to one artifact.',
  },
  quota_exceeded: {
    says: 'The budget for models is used up.',
    todo: 'Retry later, or raise the budget in Settings.',
  },
} as const;

/** After “Written without a model:”. */
export const fallback = {
  no_model: 'no model is available.',
  egress_denied: 'the selected model is outside your network, and this profile sends nothing there.',
  unreachable: 'the model can’t be reached.',
  overloaded: 'the model is overloaded.',
  rate_limited: 'the model’s provider limited requests.',
  unauthenticated: 'the model’s provider rejected the API key.',
  not_found: 'the provider doesn’t have that model.',
  timeout: 'the model timed out.',
  bad_answer: 'its answer could not be used.',
  quota_exceeded: 'the daily budget for briefs is used up.',
  refused: 'the model declined.',
  failed: 'the request to the model failed.',
} as const;
