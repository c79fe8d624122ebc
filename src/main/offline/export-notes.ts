// What is to be known of an export before it is carried away: what of it is old, refused or unsigned, and what stays here. Sentences; pure. Called by bundle-contents.ts.
// Source: advisory, Outputs.
import { OLD_EVIDENCE_MS } from '../../shared/model/evidence/old-evidence.ts';
import { openName } from '../../shared/open-name.ts';
import type { StoredVersion } from '../store/bundles/documents.ts';
import type { OutputName } from '../store/bundles/outputs.ts';
import { inProject } from '../store/jobs/job-kind.ts';

export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number;
  /** After so many milliseconds whoever asks again gets another brief. */
  readonly briefLifeMs: number;
}

/** What of one project goes in. */
export interface Noted {
  readonly project: string;
  /** Each revision. */
  readonly briefs: readonly OutputName[];
  /** How many revisions stay here, since they are not what was kept. */
  readonly changed: number;
  /** Documents, where they go in. */
  readonly documents: readonly Pick<StoredVersion, 'format' | 'last_seen'>[];
}

/** What is published anew all the time, by whom it is told; a list of components or a statement does not grow old by itself. */
const SOURCES: readonly { readonly what: string; readonly formats: readonly StoredVersion['format'][] }[] = [
  { what: 'The newest advisory', formats: ['osv', 'csaf'] },
  { what: 'The list of what is exploited (KEV)', formats: ['kev'] },
  { what: 'The newest score (EPSS)', formats: ['epss'] },
];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** So many briefs are named, with keys of this length at most. */
const MOST_NAMED = 3;
const MOST_CHARACTERS = 80;

/** @returns a sentence each, what is old first */
export function exportNotes(
  scope: { readonly graph: boolean; readonly project: string | null },
  noted: readonly Noted[],
  { now, briefLifeMs }: Moment,
): string[] {
  const briefs = noted.flatMap(newest);
  const refused = briefs.filter(({ guardrail_blocked: blocked }) => blocked === 1);
  const old = briefs.filter(
    ({ guardrail_blocked: blocked, generated_at: at }) => blocked === 0 && now - at >= briefLifeMs,
  );
  const unsigned = noted.flatMap((one) => one.briefs).filter(({ signatures }) => signatures === '[]').length;
  const changed = noted.reduce((sum, one) => sum + one.changed, 0);
  const hours = (briefLifeMs / HOUR_MS).toLocaleString('en');
  return [
    ...noted.flatMap((one) => oldEvidence(one, now)),
    ...(old.length === 0
      ? []
      : [
          `${counted(old.length)} made more than ${hours} h ago; asked for again, each is made of what is known now: ${named(old)}.`,
        ]),
    ...(refused.length === 0
      ? []
      : [`${counted(refused.length)} refused, and nothing of it goes along but why: ${named(refused)}.`]),
    ...(changed === 0
      ? []
      : [
          `${briefsAre(changed)} not what was kept, since somebody changed the database: ${changed === 1 ? 'it stays' : 'they stay'} here.`,
        ]),
    ...(unsigned === 0
      ? []
      : [
          `${briefsAre(unsigned)} not signed: elsewhere nobody can tell who made ${unsigned === 1 ? 'it' : 'them'}.`,
        ]),
    ...(scope.graph && scope.project !== null
      ? ['The chain of events is of all projects and does not go with one of them.']
      : []),
  ];
}

function oldEvidence({ documents, project }: Noted, now: number): string[] {
  return SOURCES.flatMap(({ what, formats }) => {
    const at = documents.reduce(
      (latest, { format, last_seen: seen }) => (formats.includes(format) ? Math.max(latest, seen) : latest),
      0,
    );
    if (at === 0 || now - at <= OLD_EVIDENCE_MS) return [];
    const [day] = new Date(at).toISOString().split('T');
    const days = Math.floor((now - at) / DAY_MS);
    return [
      `${what}${inProject(project)} came ${count(days)} days ago, on ${day}: what became known since is not in it.`,
    ];
  });
}

/** The last of each subject, in the order of their keys. */
function newest({ project, briefs }: Noted): (OutputName & { readonly project: string })[] {
  const last = new Map<string, OutputName>();
  for (const brief of briefs)
    if ((last.get(brief.subject)?.id ?? 0) < brief.id) last.set(brief.subject, brief);
  return [...last.values()].map((brief) => ({ ...brief, project }));
}

function named(briefs: readonly (OutputName & { readonly project: string })[]): string {
  const names = briefs.map(
    ({ task, advisory_key: key, project }) =>
      `${task} of ${openName(key).slice(0, MOST_CHARACTERS).toWellFormed()}${inProject(project)}`,
  );
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`;
}

const count = (n: number): string => n.toLocaleString('en');
const counted = (n: number): string => (n === 1 ? 'One brief was' : `${count(n)} briefs were`);
const briefsAre = (n: number): string => (n === 1 ? 'One brief is' : `${count(n)} briefs are`);
