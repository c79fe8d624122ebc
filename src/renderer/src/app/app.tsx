// The frame around every screen: rail, bar, status line, palette, help, notices. Loads each screen when it is first shown.
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watchApprovals } from '../session/approval/approvals-store.ts';
import { connection, lookWhenBack } from '../session/client.ts';
import { RemoveDemo } from '../session/demo/remove-demo.tsx';
import { useRoute } from '../session/router.ts';
import { watchSystem } from '../session/system-store.ts';
import { Toasts } from '../session/toasts.tsx';
import { useLive } from '../ui/liveness.ts';
import { fetchTheRest } from '../ui/patient-load.ts';
import { Skeleton } from '../ui/states.tsx';
import { Bar } from './bar.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useGlobalCommands } from './global-commands.ts';
import { Help } from './help.tsx';
import { Palette } from './palette.tsx';
import { useProgramCommands } from './program-commands.ts';
import { Rail } from './rail.tsx';
import { SCREEN } from './screens.ts';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { WaitingAloud } from './waiting-aloud.tsx';

export function App() {
  const { t } = useTranslation();
  const { screen } = useRoute();
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  useGlobalCommands({ openPalette: () => setOverlay('palette'), openHelp: () => setOverlay('help') });
  useProgramCommands();
  useShortcuts();
  useEffect(() => {
    const stop = new AbortController();
    void watchSystem(stop.signal);
    void watchApprovals(stop.signal);
    const stopLooking = lookWhenBack();
    void connection.whenOpen(stop.signal).then(fetchTheRest);
    return () => {
      stop.abort();
      stopLooking();
    };
  }, []);
  const live = useLive();
  useEffect(() => {
    document.title = t(live ? 'app.title' : 'app.titleAway', { screen: t(`${screen}.name`) });
  }, [screen, live, t]);
  const Current = SCREEN[screen].Screen;
  return (
    <div className={styles.shell} data-live={live}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t('app.skip')}
      </button>
      <Rail />
      <Bar onSearch={() => setOverlay('palette')} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionNotice />
        <div className={styles.screen}>
          <ErrorBoundary key={screen}>
            <Suspense fallback={<Skeleton />}>
              <Current />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
      <StatusLine />
      <WaitingAloud />
      <Palette isOpen={overlay === 'palette'} onClose={() => setOverlay(null)} />
      <Help isOpen={overlay === 'help'} onClose={() => setOverlay(null)} />
      <RemoveDemo />
      <Toasts />
    </div>
  );
}
