// The question about an alert that begins a session of the assistant, with the resource mentioned: the same from the console's button and from a schedule.
// Pure. Called by schedules.ts and by the console's calls. Source: agent, What it acts on (Alerts).
import type { Alert } from '../../../shared/model/alert.ts';
import type { Mention } from '../../../shared/model/assistant/transcript.ts';
import type { Resource } from '../../../shared/model/resource.ts';

export interface AlertQuestion {
  readonly title: string;
  readonly message: string;
  readonly mentions: readonly Mention[];
}

const MOST_TITLE = 120;

/** @param resource the alert's, as it is known; null where there is none, or it is gone */
export function alertQuestion(
  { resourceName, message: what }: Pick<Alert, 'resourceName' | 'message'>,
  resource: Pick<Resource, 'id' | 'kind' | 'name'> | null,
): AlertQuestion {
  const name = resource === null ? resourceName : `@${resource.name}`;
  const opening = 'Find out why there is an alert about ';
  const message = `${opening}${name}, and say what should be done. The alert says: ${what}`;
  const mentions =
    resource === null
      ? []
      : [
          {
            ...{ id: resource.id, kind: resource.kind, name: resource.name },
            ...{ start: opening.length, end: opening.length + name.length },
          },
        ];
  return { title: `${resourceName}: ${what}`.slice(0, MOST_TITLE), message, mentions };
}
