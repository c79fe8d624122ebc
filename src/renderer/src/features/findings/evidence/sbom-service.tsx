// The service of lists elsewhere, beneath what was taken in: how it is set up, whether it answers, and where none is, how one is set up.
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SbomServiceState, SbomServiceTest } from '../../../../../shared/model/evidence/sbom-service.ts';
import { useReading } from '../../../session/use-reading.ts';
import { formatMs } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './evidence.module.css';
import { type SbomServiceStore, sbomServiceStore } from './sbom-service-store.ts';

export function SbomService() {
  const { t } = useTranslation();
  const { service, failure, load } = useStore(sbomServiceStore);
  useReading(load);
  if (service === undefined)
    return failure ? <ErrorState failure={failure} onRetry={() => void load()} compact /> : null;
  return (
    <Section title={t('findings.evidence.service.title')} level={2}>
      {service === null ? (
        <p className="quiet">{t('findings.evidence.service.none')}</p>
      ) : (
        <SetUp service={service} />
      )}
    </Section>
  );
}

function SetUp({ service: { address, tenant, keyFrom, fault } }: { service: SbomServiceState }) {
  const { t } = useTranslation();
  const { test, ask } = useStore(sbomServiceStore);
  const [artifact, setArtifact] = useState('');
  return (
    <>
      <p className={styles.line}>
        <code className="breaks">{address}</code>
        <span className="quiet">
          {tenant === null
            ? t('findings.evidence.service.projects')
            : t('findings.evidence.service.tenant', { tenant })}
        </span>
        <span className="quiet">
          {keyFrom === null
            ? t('findings.evidence.service.noKey')
            : t('findings.evidence.service.key', { keyFrom })}
        </span>
      </p>
      {fault === null || test !== null ? null : (
        <p className="bad">{t('findings.evidence.service.fault', { fault })}</p>
      )}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          void ask(artifact);
        }}
      >
        <div className={styles.artifact}>
          <TextField
            label={t('findings.evidence.service.artifact')}
            placeholder={t('findings.evidence.service.artifact')}
            value={artifact}
            onChange={setArtifact}
            maxLength={300}
            quiet
            exact
          />
        </div>
        <Button type="submit" writes>
          {t('findings.evidence.service.test')}
        </Button>
        <Came test={test} />
      </form>
    </>
  );
}

/** A service that knows nothing and an address that is not one answer alike. */
const cameTo = ({ lists, status }: SbomServiceTest) =>
  lists > 0 ? 'has' : status === 404 ? 'notFound' : 'nothing';

function Came({ test }: Pick<SbomServiceStore, 'test'>) {
  const { t } = useTranslation();
  const problem =
    test === null || test === 'testing' ? null : 'message' in test ? test.message : test.problem;
  const isGood = test !== null && test !== 'testing' && problem === null;
  return (
    <p
      className={styles.result}
      role="status"
      data-tone={problem !== null ? 'bad' : isGood ? 'ok' : undefined}
    >
      {test === null ? null : test === 'testing' ? (
        t('findings.evidence.service.testing')
      ) : 'message' in test || problem !== null ? (
        <>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          {problem}
        </>
      ) : (
        <>
          <CircleCheck size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(`findings.evidence.service.${cameTo(test)}`, {
            ...{ count: test.lists, artifact: test.artifact, seen: test.observations },
            ms: formatMs(test.ms),
          })}
        </>
      )}
    </p>
  );
}
