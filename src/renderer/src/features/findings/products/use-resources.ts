// Resources as this screen needs them: their names, to say what runs a product and to choose from. Read once while the screen is shown; nothing waits for them.
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { useReturns } from '../../../ui/liveness.ts';

interface ResourceNames {
  readonly resources: readonly Resource[];
}

export const resourceNames = createStore<ResourceNames>(() => ({ resources: [] }));

/** Reads them now, and when the connection is back. */
export function useReadResources(): void {
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the connection is a reason to read
  useEffect(() => {
    void attempt(async () => resourceNames.setState({ resources: (await api.resources.list()).resources }));
  }, [returns]);
}

/** @returns the name of a resource by its id; the id where it is not there now */
export function useResourceName(): (id: string) => string {
  const resources = useStore(resourceNames, (s) => s.resources);
  return useCallback((id) => resources.find((one) => one.id === id)?.name ?? id, [resources]);
}
