// The alerts of one resource, its history, and whether it should run: what its configuration says, or the operator.
import { BellOff, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Alert } from '../../../../../shared/model/alert.ts';
import type { Resource, ResourceKind } from '../../../../../shared/model/resource.ts';
import { expectState } from '../../../session/alerts/alert-acts.ts';
import { AlertItem } from '../../../session/alerts/alert-item.tsx';
import alertStyles from '../../../session/alerts/alerts.module.css';
import { HistoryDialog } from '../../../session/alerts/history-dialog.tsx';
import { SilenceDialog } from '../../../session/alerts/silence-dialog.tsx';
import { sayFailed } from '../../../session/toasts.tsx';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Section } from '../../../ui/section.tsx';
import { resourcesStore } from '../resources-store.ts';
import styles from './inspector.module.css';

/** What can run or be down. */
const CAN_RUN: ReadonlySet<ResourceKind> = new Set([
  'host',
  'service',
  'docker_container',
  'upstream',
  'node',
  'vm',
  'lxc',
  'k8s_cluster',
  'k8s_deployment',
]);

export function AlertsSection({ resource, alerts }: { resource: Resource; alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'history' | 'silence' | null>(null);
  const close = () => setOpen(null);
  const canRun = CAN_RUN.has(resource.kind);
  if (alerts.length === 0 && !canRun) return null;
  return (
    <Section
      title={t('alerts.titleHere')}
      aside={
        <>
          <Button variant="quiet" icon={BellOff} writes onPress={() => setOpen('silence')}>
            {t('alerts.silence')}
          </Button>
          <Button variant="quiet" icon={History} onPress={() => setOpen('history')}>
            {t('alerts.history')}
          </Button>
        </>
      }
    >
      {alerts.length === 0 ? <p className="quiet">{t('alerts.none')}</p> : null}
      <ul className={cx(alertStyles.list, alertStyles.narrow)}>
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} plain />
        ))}
      </ul>
      {canRun ? <ExpectedState resource={resource} /> : null}
      {open === 'history' ? <HistoryDialog of={resource} onClose={close} /> : null}
      {open === 'silence' ? (
        <SilenceDialog of={{ resourceId: resource.id, resourceName: resource.name }} onClose={close} />
      ) : null}
    </Section>
  );
}

function ExpectedState({ resource: { id, expectation } }: { resource: Resource }) {
  const { t } = useTranslation();
  const said = useStore(resourcesStore, (s) => s.live?.expectations.find((one) => one.resourceId === id));
  const auto = expectation?.shouldRun ? 'runs' : expectation ? 'stopped' : 'any';
  const choose = async (value: 'auto' | 'running' | 'any') => {
    const failure = await expectState(id, value === 'auto' ? null : value);
    if (failure) sayFailed(failure.message);
  };
  return (
    <div className={styles.expected}>
      <span className="quiet">{t('alerts.expectation')}</span>
      <Choice
        label={t('alerts.expectation')}
        value={said?.expected ?? 'auto'}
        onChange={(value) => void choose(value)}
        writes
        options={[
          {
            value: 'auto',
            label: t(auto === 'runs' ? 'alerts.expected.autoRuns' : 'alerts.expected.autoAny'),
          },
          { value: 'running', label: t('alerts.expected.running') },
          { value: 'any', label: t('alerts.expected.any') },
        ]}
      />
      <p className="quiet">
        {said
          ? t('alerts.expectationWhy.said', { who: said.setBy })
          : t(`alerts.expectationWhy.${auto}`, { reason: expectation?.reason ?? '' })}
      </p>
    </div>
  );
}
