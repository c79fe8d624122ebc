// What follows `festinger evidence` on the command line, as a command. Pure. Called by arguments.ts.

import { isAddress } from '../../shared/is-address.ts';
import type { EvidenceFormat } from '../../shared/model/evidence/document.ts';
import { EVIDENCE_FORMATS } from '../../shared/model/evidence/words.ts';
import { mistake } from './mistake.ts';

export type EvidenceAction =
  | {
      readonly action: 'import-osv';
      readonly ecosystem: string;
      readonly file: string | undefined;
      readonly mirror: string | undefined;
      readonly project: string | undefined;
    }
  | { readonly action: 'add'; readonly paths: readonly string[]; readonly project: string | undefined }
  | { readonly action: 'check'; readonly paths: readonly string[] }
  | {
      readonly action: 'check-service';
      readonly artifact: string | undefined;
      readonly project: string | undefined;
    }
  | {
      readonly action: 'list';
      readonly project: string | undefined;
      readonly format: EvidenceFormat | undefined;
    };

/** @param words what stands after `evidence`. @throws AppError INVALID_INPUT saying what to type */
export function evidenceAction(
  words: readonly string[],
  {
    project,
    format,
    file,
    mirror,
    'sbom-service': isService,
  }: {
    readonly project?: string | undefined;
    readonly format?: string | undefined;
    readonly file?: string | undefined;
    readonly mirror?: string | undefined;
    readonly 'sbom-service'?: boolean | undefined;
  },
): EvidenceAction {
  const [action = 'list', ...paths] = words;
  if (isService === true) {
    if (action !== 'check' || paths.length > 1)
      throw mistake('--sbom-service goes with check: festinger evidence check --sbom-service [ARTIFACT]');
    return { action: 'check-service', artifact: paths[0], project };
  }
  if ((file !== undefined || mirror !== undefined) && action !== 'import-osv')
    throw mistake('--file and --mirror go with import-osv: festinger evidence import-osv ECOSYSTEM');
  switch (action) {
    case 'import-osv': {
      const [ecosystem, ...rest] = paths;
      if (ecosystem === undefined || rest.length > 0)
        throw mistake(
          'Name one ecosystem, as OSV spells it: festinger evidence import-osv npm --file all.zip',
        );
      if (file !== undefined && mirror !== undefined) throw mistake('Give --file or --mirror, not both.');
      return { action, ecosystem, file, mirror, project };
    }
    case 'add':
    case 'check':
      if (paths.length === 0)
        throw mistake(`Name files, folders or archives: festinger evidence ${action} PATH…`);
      if (action === 'check' && paths.some(isAddress))
        throw mistake('check reads local files only. Import a URL to check it: festinger evidence add URL');
      return action === 'add' ? { action, paths, project } : { action, paths };
    case 'list': {
      const known = EVIDENCE_FORMATS.find((one) => one === format);
      if (format !== undefined && !known) throw mistake(`--format is one of ${EVIDENCE_FORMATS.join(', ')}.`);
      return { action, project, format: known };
    }
    default:
      throw mistake('Use: festinger evidence add PATH… | import-osv ECOSYSTEM | list | check PATH…');
  }
}
