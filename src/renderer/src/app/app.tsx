// The frame around every screen: rail, bar, status line, palette, help, notices. Loads each screen when it is first shown.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/states.tsx';
import { Bar } from './bar.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useGlobalCommands } from './global-commands.ts';
import { Help } from './help.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { type Screen, useRoute } from './router.ts';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { watchSystem } from './system-store.ts';
import { Toasts } from './toasts.tsx';

const SCREEN: Record<Screen, React.LazyExoticComponent<() => React.ReactNode>> = {
  overview: lazy(() => import('../features/overview/overview.screen.tsx')),
  traffic: lazy(() => import('../features/traffic/traffic.screen.tsx')),
  concepts: lazy(() => import('../features/concepts/concepts.screen.tsx')),
  conflicts: lazy(() => import('../features/conflicts/conflicts.screen.tsx')),
  jobs: lazy(() => import('../features/jobs/jobs.screen.tsx')),
  audit: lazy(() => import('../features/audit/audit.screen.tsx')),
  settings: lazy(() => import('../features/settings/settings.screen.tsx')),
};

export function App() {
  const { t } = useTranslation();
  const { screen } = useRoute();
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  useGlobalCommands({ openPalette: () => setOverlay('palette'), openHelp: () => setOverlay('help') });
  useShortcuts();
  useEffect(() => {
    const stop = new AbortController();
    void watchSystem(stop.signal);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    document.title = t('app.title', { screen: t(`screen.${screen}`) });
  }, [screen, t]);
  const Current = SCREEN[screen];
  return (
    <div className={styles.shell}>
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
      <Palette isOpen={overlay === 'palette'} onClose={() => setOverlay(null)} />
      <Help isOpen={overlay === 'help'} onClose={() => setOverlay(null)} />
      <Toasts />
    </div>
  );
}
