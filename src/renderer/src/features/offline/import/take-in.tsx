// Step 4 of an import: the one that changes this host. It asks first; where nobody is known to have made the bundle, that is said and ticked before.
import { CircleCheck, PackageOpen, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../../session/router.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { isGone, Notice, Trouble } from '../trouble.tsx';
import { Importing } from './dry-run.tsx';
import { isUnknown } from './import-flow.ts';
import { Report } from './report.tsx';
import { Gone } from './verify-arrived.tsx';

export function TakeIn() {
  const { t } = useTranslation();
  const { arriving, takeIn } = useStore(offlineStore);
  const { asking, failure, outcome } = arriving;
  if (outcome !== null) return <Taken />;
  if (asking) return <Importing words={t('offline.arriving.taking')} />;
  if (failure && isGone(failure)) return <Gone />;
  if (failure)
    return (
      <Trouble
        failure={failure}
        broken={t('offline.arriving.brokenTake')}
        cancelled={t('offline.arriving.cancelledTake')}
        besides={t('offline.arriving.failedTake')}
        again={{
          words: t(failure.code === 'NOT_KNOWN' ? 'offline.arriving.askAgain' : 'offline.retry'),
          run: () => void takeIn(),
        }}
      />
    );
  return <Ask />;
}

function Ask() {
  const { t } = useTranslation();
  const { arriving, takeIn, accept } = useStore(offlineStore);
  const { file, verification, accepts, trial } = arriving;
  const isHeld = isUnknown(verification) && !accepts;
  const name = file?.name ?? '';
  return (
    <>
      {isUnknown(verification) ? (
        <Notice
          tone="wait"
          icon={<TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}
          words={<b>{t('offline.arriving.unknown.title')}</b>}
        >
          <p>{t('offline.arriving.unknown.text')}</p>
          <label className={styles.tickLine}>
            <span className={styles.tick}>
              <input
                type="checkbox"
                checked={accepts}
                onChange={(event) => accept(event.currentTarget.checked)}
              />
            </span>
            {t('offline.arriving.unknown.tick')}
          </label>
        </Notice>
      ) : null}
      <p>{t(trial?.how === 'restored' ? 'offline.arriving.beforeRestored' : 'offline.arriving.before')}</p>
      <div className="buttons">
        {isHeld ? (
          <>
            <Button icon={PackageOpen} isDisabled>
              {t('offline.arriving.take')}
            </Button>
            <span className={styles.needed}>{t('offline.arriving.unknown.needed')}</span>
          </>
        ) : (
          <AskedTwice
            icon={PackageOpen}
            words={{
              ask: t('offline.arriving.take'),
              sure: t('offline.arriving.takeSure', { name }),
              keep: t('offline.arriving.takeNot'),
            }}
            onSure={takeIn}
          />
        )}
      </div>
    </>
  );
}

const LINKS = ['findings', 'briefs', 'conflicts', 'audit'] as const;

function Taken() {
  const { t } = useTranslation();
  const { arriving, importAgain } = useStore(offlineStore);
  const { outcome } = arriving;
  if (outcome === null) return null;
  return (
    <>
      <Notice
        tone="ok"
        icon={<CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" />}
        words={<b>{t(`offline.arriving.how.did.${outcome.how}`)}</b>}
      />
      <Report report={outcome} />
      <div className={styles.line}>
        {LINKS.map((screen) => (
          <a key={screen} href={formatRoute(screen)}>
            {t(`offline.arriving.links.${screen}`)}
          </a>
        ))}
      </div>
      <div className="buttons">
        <Button onPress={importAgain}>{t('offline.arriving.another')}</Button>
      </div>
    </>
  );
}
