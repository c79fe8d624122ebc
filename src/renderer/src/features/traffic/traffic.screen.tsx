// Traffic: every request as it happens, in a list that never jumps under the pointer, and what Festinger did to it.
import { Pin } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { api, describeFailure, type Followed, follow } from '../../session/client.ts';
import { useSelection } from '../../session/lists/use-selection.ts';
import { routeNow, useRoute } from '../../session/router.ts';
import { sayFailed } from '../../session/toasts.tsx';
import { useReading } from '../../session/use-reading.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { IconButton } from '../../ui/inputs/button.tsx';
import { Split } from '../../ui/split.tsx';
import { Detail } from './detail.tsx';
import { TrafficList } from './list.tsx';
import { type Popup, Toolbar } from './toolbar.tsx';
import { trafficStore } from './traffic-store.ts';
import { useAddressedCriteria, useNarrowing } from './use-criteria.ts';
import { useTrafficKeys } from './use-traffic-keys.ts';

/** How far the list came: whoever comes back to the screen is told what was missed. */
const followed: Followed = { lastEventId: undefined };

/** How late a row may leave the last hour. */
const AGES_MS = 30_000;

/** Follows the live rows while the screen is shown. */
function useLiveRows(): void {
  const { take, load, mend, age, readFacets } = useStore(trafficStore);
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal, lastEventId) => api.traffic.watch(undefined, { signal, lastEventId }),
      ({ gap, rows, held }) => {
        // From here on the stream misses nothing; what was before is in the list.
        if (gap) void load();
        take(rows, held);
      },
      stop.signal,
      followed,
    );
    return () => stop.abort();
  }, [take, load]);
  useEffect(() => {
    const timer = setInterval(() => void age(), AGES_MS);
    return () => clearInterval(timer);
  }, [age]);
  useReading(mend);
  useReading(readFacets);
}

/** Pins or unpins the open request; what stands in the way is said. */
export async function togglePin(id: string): Promise<void> {
  const { rows, waiting, detail, pin } = trafficStore.getState();
  const row = [...rows, ...waiting, ...(detail ? [detail.row] : [])].find((each) => each.id === id);
  try {
    await pin(id, !row?.pinned);
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}

export default function Traffic() {
  const { t } = useTranslation();
  const { id } = useRoute();
  const { widen } = useNarrowing();
  const open = useStore(trafficStore, (s) => s.open);
  const { go } = useSelection('traffic', () => routeNow().query);
  const [popup, setPopup] = useState<Popup>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  // Before the first read, so that what the address narrows to is what is asked for.
  useAddressedCriteria();
  useLiveRows();
  useReading(useCallback(() => open(id), [id, open]));
  useTrafficKeys({
    selected: id,
    search: () => searchRef.current?.focus(),
    popup: setPopup,
    select: (next) => go(next),
    pin: () => (id === null ? undefined : void togglePin(id)),
  });
  return (
    <Split
      name="traffic"
      width={540}
      label={t('inspector.label')}
      title={id === null ? '' : <Title id={id} />}
      actions={
        id === null ? null : (
          <>
            <PinButton id={id} />
            <CopyButton text={id} label={t('traffic.copyId')} />
          </>
        )
      }
      onClose={() => go(null)}
      inspector={id === null ? null : <Detail id={id} />}
      main={
        <>
          <Toolbar searchRef={searchRef} popup={popup} onPopup={setPopup} />
          <TrafficList selected={id} onSelect={go} onWiden={widen} />
        </>
      }
    />
  );
}

function Title({ id }: { id: string }) {
  const row = useStore(trafficStore, (s) => (s.detail?.row.id === id ? s.detail.row : null));
  return row ? `${row.method} ${row.path}` : id;
}

function PinButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const pinned = useStore(trafficStore, (s) => s.detail?.row.id === id && s.detail.row.pinned);
  return (
    <IconButton
      icon={Pin}
      label={t(pinned ? 'traffic.unpin' : 'traffic.pin')}
      pressed={pinned}
      writes
      onPress={() => void togglePin(id)}
    />
  );
}
