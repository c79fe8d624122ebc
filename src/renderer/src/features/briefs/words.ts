// The tasks in the order they are offered, their icons, and what the request has where nothing is chosen. Repeated here, since the model's file would bring its
// schemas into the bundle; a name that is not of the model does not compile.
import { FileText, type LucideIcon, Scale, Wrench } from 'lucide-react';
import type { BriefProfile, BriefTask } from '../../../../shared/model/evidence/brief.ts';

export const TASKS = ['summary', 'conflict', 'remediation'] as const satisfies readonly BriefTask[];

export const TASK_ICON: Readonly<Record<BriefTask, LucideIcon>> = {
  summary: FileText,
  conflict: Scale,
  remediation: Wrench,
};

export const ORDINARY_PROFILE: BriefProfile = 'fips-local';

/** A digest as people tell it from another. */
export const shortDigest = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, 12);
