// Words of the tree.
export const tree = {
  label: '{{token}} in the dimension {{dimension}}, as a tree',
  /** What a row is called: its parts in this order, those that are not so left out. */
  name: {
    relation: '{{relation}} {{parent}}',
    focus: 'in focus',
    contested: 'contested',
    unused: 'not used',
    below_one: '{{count, number}} below',
    below_other: '{{count, number}} below',
    belowShown: '{{shown}} of {{count, number}} below shown',
    gone: '{{token}}, was here then, is gone',
    change: { added: 'added', moved: 'moved', gone: 'gone' },
  },
  more: '{{count, number}} more',
  moreOf: '{{count, number}} more below {{token}}',
  commands: 'What to do with {{token}}',
  open: 'Open',
  tell: 'Tell a fact about it',
  tellTitle: 'Tell a fact about {{token}}',
  conflicts: 'Open its conflict',
  useAgain: 'Use it again',
  forget: 'Forget that it is in {{parent}}',
  openAll: 'Open all',
  closeAll: 'Close all',
} as const;
