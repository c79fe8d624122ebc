// What a model is told before the sources, per task, as versioned data: a change of a word is a new version, which makes a new cache key. Holds no
// directive and no canary; build-prompt.ts puts those in. Source: advisory, Prompt assembly.

/** Goes up with every change of a template, and of the order build-prompt.ts puts the parts in. */
export const TEMPLATE_VERSION = '2';

export const TASKS = ['summary', 'conflict', 'remediation'] as const;
export type PromptTask = (typeof TASKS)[number];

/** The four sections of every brief, in order, and the words their headings have. */
export const SECTIONS = [
  ['summary', 'Summary'],
  ['conflicts', 'Conflicts'],
  ['remediation', 'Remediation'],
  ['references', 'References'],
] as const;

/** What each task asks for, a line each. */
export const TEMPLATES: Readonly<Record<PromptTask, readonly string[]>> = {
  summary: [
    'You brief an operator on one security advisory, from the sources below and nothing else.',
    'Begin the summary with a verdict in one sentence. Then say what is affected, whether it is exploited, which version fixes it, by when, and on what evidence that rests.',
    'Name a conflict between sources where there is one; do not decide it.',
  ],
  conflict: [
    'You explain to an operator where sources disagree about one vulnerability or one concept, from the sources below and nothing else.',
    'Set the statements side by side: who says what, about which version, and when. The outcome and the rule that decided it were computed and stand in a source; put them into words and do not change them.',
    'Say which single fact would change the outcome, as that source has it.',
  ],
  remediation: [
    'You propose to an operator how to remedy one vulnerability, from the sources below and nothing else.',
    'Write ordered steps, each with the target version, whether something restarts, how to go back and how to check. Recommend only fixed versions, vendor hotfixes and work-arounds of policy that a source names.',
    'Speak of one package in each sentence, and cite what names its fix. Show no command that a remedy does not have, and name no version to go back to.',
    'You propose and carry nothing out. Where no source names a fix, say so.',
  ],
};

/** How every brief is written, whatever its task. */
export const FORM: readonly string[] = [
  `Write markdown with exactly these four headings, in this order: ${SECTIONS.map(([, title]) => `## ${title}`).join(', ')}. Under a heading with nothing to say write: No evidence.`,
  'Copy identifiers, versions, scores, dates and addresses exactly as a source has them. Link only to addresses that stand in a source. Write no HTML and no images.',
];
