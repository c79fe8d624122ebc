// What follows `festinger client-key` on the command line, as a command. Pure. Called by arguments.ts.
import { ClientName } from '../../shared/model/client.ts';
import { ProjectName } from '../../shared/model/graph.ts';
import { mistake } from './mistake.ts';

export type ClientKeyAction =
  | { readonly action: 'add'; readonly client: string; readonly project: string | undefined }
  | { readonly action: 'list' }
  | { readonly action: 'revoke'; readonly id: number };

/** @param words what stands after `client-key`. @throws AppError INVALID_INPUT saying what to type */
export function clientKeyAction(words: readonly string[], project: string | undefined): ClientKeyAction {
  const [action = 'list', subject = ''] = words;
  if (project !== undefined && action !== 'add') throw mistake('--project goes with `client-key add`.');
  switch (action) {
    case 'list':
      return { action };
    case 'add':
      if (!ClientName.safeParse(subject).success)
        throw mistake(
          'Name the client: 1 to 64 of letters, digits and _ . @ : / + -, as in `festinger client-key add night-agent`.',
        );
      if (project !== undefined && !ProjectName.safeParse(project).success)
        throw mistake(`"${project}" is no project name.`);
      return { action, client: subject, project };
    case 'revoke':
      if (!/^[1-9]\d{0,14}$/.test(subject))
        throw mistake('Give the key’s number, as `festinger client-key list` shows it.');
      return { action, id: Number(subject) };
    default:
      throw mistake(`There is no \`festinger client-key ${action}\`.`);
  }
}
