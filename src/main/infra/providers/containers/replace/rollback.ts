// The container that an update or a recreation kept, and the one that took its place: found from either of them, also when the program ended in the
// middle of it. Reads only. Called by containers.ts for `rollback`. Source: agent, Approvals (how to undo it).
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { Engine } from '../engine.ts';
import { allSetups, type ContainerSetup, nameOf } from './container-setup.ts';
import { readVersion } from './engine-version.ts';
import { REPLACED_NAME, REPLACED_RAN, REPLACES } from './kept-containers.ts';
import type { RestoreInput } from './replace-container.ts';

export interface Rollback extends RestoreInput {
  readonly newName: string;
  readonly oldName: string;
}

/** @throws AppError NOT_ALLOWED where there is nothing to go back to */
export async function findRollback(engine: Engine, id: string, signal: AbortSignal): Promise<Rollback> {
  const [setups, version] = await Promise.all([allSetups(engine, signal), readVersion(engine, signal)]);
  const itself = setups.find(({ Id }) => Id === id);
  if (!itself) throw new AppError('NOT_FOUND', 'The container is no longer there.');
  const newer = setups.find((setup) => replacedBy(setup) === id) ?? itself;
  const old = setups.find(({ Id }) => Id === replacedBy(newer));
  const name = newer.Config.Labels?.[REPLACED_NAME];
  if (!old || name === undefined)
    throw new AppError('NOT_ALLOWED', `No container is kept that ${nameOf(itself)} could be rolled back to.`);
  return {
    oldId: old.Id,
    newId: newer.Id,
    name,
    version,
    newName: nameOf(newer),
    oldName: nameOf(old),
    ran: newer.Config.Labels?.[REPLACED_RAN] === 'true' || newer.State.Status === 'running',
    policy: newer.HostConfig.RestartPolicy,
  };
}

const replacedBy = ({ Config }: ContainerSetup): string | undefined => Config.Labels?.[REPLACES];
