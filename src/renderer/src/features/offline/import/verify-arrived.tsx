// Step 2 of an import: whether what came is whole, and whether somebody who is known made it. One that is not whole goes no further.
import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '../../../ui/inputs/button.tsx';
import { offlineStore } from '../offline-store.ts';
import { isGone, NotDone, Notice, Trouble } from '../trouble.tsx';
import { Verified } from '../verified.tsx';
import { Working } from '../working.tsx';
import { isUnknown } from './import-flow.ts';
import { KeyField } from './key-field.tsx';
import { faultOf, pemBlocks } from './pem-blocks.ts';

export function VerifyArrived() {
  const { t } = useTranslation();
  const { arriving, verifyArrived, tryIt, importAgain, stopArriving } = useStore(offlineStore);
  const { verification, failure, asking, keyText, reached, open } = arriving;
  const isHere = reached === open;
  if (isHere && asking) return <Working words={t('offline.verified.asking')} onStop={stopArriving} />;
  if (isHere && failure && isGone(failure)) return <Gone />;
  const hasKeys = pemBlocks(keyText).length > 0 && faultOf(pemBlocks(keyText)) === null;
  const again = {
    words: t(hasKeys ? 'offline.arriving.withKey' : 'offline.arriving.verifyAgain'),
    run: () => void verifyArrived(),
  };
  if (isHere && failure)
    return (
      <>
        <Trouble
          failure={failure}
          broken={t('offline.arriving.brokenVerify')}
          cancelled={t('offline.arriving.stopped')}
          again={again}
        />
        <KeyField />
      </>
    );
  if (verification === null) return <NotDone words={t('offline.arriving.stopped')} again={again} />;
  const canTry = verification.ok && verification.counts !== null;
  return (
    <>
      <Verified verification={verification} refusedText={t('offline.arriving.refusedText')} />
      {isUnknown(verification) ? (
        <>
          <p className="muted">{t('offline.arriving.addKey')}</p>
          <KeyField />
        </>
      ) : null}
      <div className="buttons">
        {canTry && isHere ? (
          <Button
            variant={isUnknown(verification) && hasKeys ? 'plain' : 'primary'}
            writes
            onPress={() => void tryIt()}
          >
            {t('offline.arriving.toTry')}
          </Button>
        ) : null}
        {isUnknown(verification) ? (
          <Button variant={hasKeys ? 'primary' : 'plain'} writes isDisabled={!hasKeys} onPress={again.run}>
            {t('offline.arriving.withKey')}
          </Button>
        ) : null}
        {canTry ? null : (
          <Button variant="primary" onPress={importAgain}>
            {t('offline.arriving.another')}
          </Button>
        )}
      </div>
    </>
  );
}

/** What was sent is not there any more; the file may still be at hand. */
export function Gone() {
  const { t } = useTranslation();
  const { sendAgain, importAgain } = useStore(offlineStore);
  return (
    <Notice
      tone="wait"
      icon={<CircleHelp size={16} strokeWidth={1.75} aria-hidden="true" />}
      words={t('offline.arriving.gone')}
    >
      <p>{t('offline.arriving.goneText')}</p>
      <div className="buttons">
        <Button
          writes
          onPress={() => {
            if (!sendAgain()) importAgain();
          }}
        >
          {t('offline.arriving.sendAgain')}
        </Button>
      </div>
    </Notice>
  );
}
