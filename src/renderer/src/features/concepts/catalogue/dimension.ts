// Words of a dimension's page, of a suggested split, and of what edits would do.
export const dimension = {
  label: 'Dimension {{token}}',
  noQuestion: 'Nobody has said what it asks.',
  changeQuestion: 'Change its question',
  question: 'What it asks',
  questionPlaceholder: 'What kind of thing is this?',
  questionHint:
    'People and models read it when they choose a dimension. What agents are told of facts stays the same.',
  keepQuestion: 'Change the question',
  asksNow: '[{{token}}] asks “{{question}}”',
  asksNothing: '[{{token}}] has no question of its own any more',
  usuallyIsa: 'A fact told without a relation is a kind of its parent.',
  usuallyIspart: 'A fact told without a relation is a part of its parent.',
  made: 'Made by {{who}},',
  aliases: 'Also called',
  usage: 'Use',
  facts_one: 'fact',
  facts_other: 'facts',
  lately: 'said in 30 days',
  recalled: 'recalled since start',
  parents: 'Says most often',
  contested: 'Contested',
  nothingKnown: 'nothing',
  or: 'or',
} as const;

export const split = {
  title: 'Taking it apart',
  none: 'Nothing in it contradicts, so there is no reason to take it apart.',
  useless:
    'Its contradictions are within one question: no split would settle most of them. Decide them in Conflicts.',
  settles_one:
    'Parted by what contradicted each other, this settles {{settles, number}} of {{count, number}} contested concept.',
  settles_other:
    'Parted by what contradicted each other, this settles {{settles, number}} of {{count, number}} contested concepts.',
  part: 'Part {{count, number}}',
  name: 'Its dimension',
  namePlaceholder: 'stays in {{token}}',
  question: 'What it asks',
  isThere: 'A dimension that is there already.',
  isThereAsking: 'Is there already: “{{question}}”',
  gap: {
    same: 'Each part needs a dimension of its own.',
    itself: 'It is in {{token}} now. Leave the name empty to let it stay.',
  },
  stays: 'A part without a name stays in [{{token}}], and so does everything that never contradicted.',
  draft: 'Make this split a draft',
  ask: 'Ask a model for names',
  asking: 'Asking the model…',
  settings: 'Choose a model in Settings.',
  said: 'Words of {{model}}, not checked by anybody,',
  take: 'Use',
  takePart: 'Use {{name}} for part {{count, number}}',
} as const;
