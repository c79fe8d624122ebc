// What is likely to be asked about: the findings that are open, the worst first, and the products they are in. Read with the screen, and anew when the form opens.
import { useEffect, useState } from 'react';
import { api } from '../../../session/client.ts';
import type { ComboOption } from '../../../ui/inputs/combo.tsx';

export interface Suggestions {
  readonly keys: readonly ComboOption[];
  readonly artifacts: readonly ComboOption[];
  readonly isReading: boolean;
}

const MOST = 60;

/** @param isOpen whether the form is */
export function useSuggestions(isOpen: boolean): Suggestions {
  const [found, setFound] = useState<Suggestions>({ keys: [], artifacts: [], isReading: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is a reason to read
  useEffect(() => {
    let isGone = false;
    // Without them any key can be typed as well.
    void read().then(
      (next) => (isGone ? undefined : setFound(next)),
      () => (isGone ? undefined : setFound((before) => ({ ...before, isReading: false }))),
    );
    return () => {
      isGone = true;
    };
  }, [isOpen]);
  return found;
}

async function read(): Promise<Suggestions> {
  const [{ findings }, { products }] = await Promise.all([
    api.findings.list({ view: 'open', limit: MOST }),
    api.findings.state({}),
  ]);
  const keys = new Map<string, ComboOption>();
  for (const { vulnerability, component } of findings)
    if (!keys.has(vulnerability))
      keys.set(vulnerability, {
        value: vulnerability,
        content: (
          <>
            <code className="push">{vulnerability}</code>
            <span className="quiet">{component.name}</span>
          </>
        ),
      });
  const artifacts = products.map(({ key, name }) => ({
    value: key,
    content: (
      <>
        <span className="push">{name}</span>
        <code className="quiet">{key}</code>
      </>
    ),
  }));
  return { keys: [...keys.values()], artifacts, isReading: false };
}
