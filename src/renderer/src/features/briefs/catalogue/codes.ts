// Why a brief was refused, and what to do then; and why no model worded one that was to be worded.

/** By the code of the guard. */
export const code = {
  citation_missing: {
    says: 'The model’s second answer still said things without citing a source.',
    todo: 'Ask again, choose another model, or let briefs be computed.',
  },
  citation_invalid: {
    says: 'The model’s second answer still cited sources that are not there.',
    todo: 'Ask again, choose another model, or let briefs be computed.',
  },
  entity_unsupported: {
    says: 'The model’s second answer still cited sources that do not say it: an id, a version, a date or an address of it stands in none of them.',
    todo: 'Ask again, choose another model, or let briefs be computed.',
  },
  remediation_unapproved: {
    says: 'The model’s second answer still proposed a remedy that no source names, or one below the fix.',
    todo: 'Ask again, choose another model, or let briefs be computed.',
  },
  canary_leak: {
    says: 'The model repeated what only it was told: it may have obeyed words of the evidence.',
    todo: 'Look at the sources that hold words like instructions, and choose another model before you ask again.',
  },
  prompt_injection: {
    says: 'What was asked for reads like an instruction to the model.',
    todo: 'Ask with the id of an advisory, a package URL or a concept.',
  },
  prompt_too_long: {
    says: 'What has to be told does not fit into one prompt, even without the least fitting sources.',
    todo: 'Narrow it to one artifact.',
  },
  quota_exceeded: {
    says: 'What models may take is used up for now.',
    todo: 'Ask later, or give briefs more in Settings.',
  },
} as const;

/** After “Computed, and worded by no model:”. */
export const fallback = {
  no_model: 'no model that can be asked is chosen for it.',
  egress_denied: 'the model that is chosen is outside of your network, and this profile sends nothing there.',
  unreachable: 'the model could not be reached.',
  overloaded: 'the model had too much to do.',
  rate_limited: 'the model’s provider let no more requests through.',
  unauthenticated: 'the model’s provider did not take the key.',
  not_found: 'the provider does not have that model.',
  timeout: 'the model did not answer in time.',
  bad_answer: 'the model answered with something that is no brief.',
  quota_exceeded: 'what briefs may take of a day is used up.',
  refused: 'the model would not word it.',
  failed: 'asking the model failed.',
} as const;
