// Connect: what agents are pointed at, a line for each kind of them with its light, and a prompt sent as an agent would. Open while
// nobody has called yet; one line from then on, which opens again.
import { ChevronDown, ChevronRight, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { WIRES } from '../../../../../shared/model/start/wires.ts';
import type { SystemStatus } from '../../../../../shared/model/status.ts';
import { useRoute } from '../../../session/router.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { overviewStore } from '../overview-store.ts';
import styles from './connect.module.css';
import { TestAnswer } from './test-answer.tsx';
import { WireList } from './wire-list.tsx';

export function Connect({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const { test, sendTest } = useStore(overviewStore);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const lines = useId();
  const title = useId();
  const on = status.firstCalls.length;
  const isAsked = useRoute().query.connect !== undefined;
  const isOpen = chosen ?? (isAsked || on === 0);
  return (
    <section className={styles.connect} data-open={isOpen} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title} className={styles.title}>
          {t(on === 0 ? 'overview.connect.first' : 'overview.connect.title')}
        </h2>
        <span className={styles.url}>
          <code>{status.baseUrl}</code>
          <CopyButton text={status.baseUrl} label={t('overview.copyUrl')} />
        </span>
        <Button
          variant={on === 0 ? 'primary' : 'plain'}
          writes
          icon={Send}
          isDisabled={test.phase === 'running'}
          onPress={() => void sendTest()}
        >
          {t('overview.test')}
        </Button>
        {on === 0 ? null : (
          <Button
            variant="quiet"
            icon={isOpen ? ChevronDown : ChevronRight}
            expands={isOpen}
            controls={lines}
            onPress={() => setChosen(!isOpen)}
          >
            {t('overview.connect.kinds', { on, of: WIRES.length })}
          </Button>
        )}
      </div>
      <TestAnswer test={test} />
      <div id={lines} hidden={!isOpen}>
        {isOpen ? <WireList status={status} /> : null}
      </div>
    </section>
  );
}
