// Step 1 of an export: of what, with what, and whose key signs it.
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefProfile } from '../../../../../shared/model/evidence/brief.ts';
import { DEFAULT_PROJECT } from '../../../session/project.ts';
import { Button, Segments } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Toggle } from '../../../ui/inputs/toggle.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { isWriting, type Scope } from './export-flow.ts';

/** Each key once: two profiles share the usual one. A name that is not of the model does not compile. */
const SIGNERS = ['default', 'fips-local', 'gost-local'] as const satisfies readonly BriefProfile[];
type Signer = (typeof SIGNERS)[number];

export const signerOf = ({ profile }: Scope): Signer => SIGNERS.find((one) => one === profile) ?? 'default';

/** What goes in, in a word for the one line of the step. */
export const withOf = ({ evidence, graph }: Scope): 'both' | 'evidence' | 'graph' | 'none' =>
  evidence ? (graph ? 'both' : 'evidence') : graph ? 'graph' : 'none';

export function ChooseScope() {
  const { t } = useTranslation();
  const { leaving, choose, look } = useStore(offlineStore);
  const { scope, reached } = leaving;
  const isHeld = isWriting(leaving);
  return (
    <>
      <fieldset className={styles.form} disabled={isHeld}>
        <div className={styles.field}>
          <span className={styles.fieldName}>{t('offline.leaving.of')}</span>
          <Segments
            label={t('offline.leaving.of')}
            value={scope.isAll ? 'all' : 'one'}
            onChange={(value) => choose({ isAll: value === 'all' })}
            options={[
              { value: 'all', label: t('offline.leaving.all') },
              { value: 'one', label: t('offline.leaving.project', { name: DEFAULT_PROJECT }) },
            ]}
          />
        </div>
        <div className={styles.field}>
          <Toggle
            isSelected={scope.evidence}
            isDisabled={isHeld}
            onChange={(evidence) => choose({ evidence })}
          >
            {t('offline.leaving.evidence')}
          </Toggle>
          <p className="muted">{t('offline.leaving.evidenceHint')}</p>
        </div>
        <div className={styles.field}>
          <Toggle isSelected={scope.graph} isDisabled={isHeld} onChange={(graph) => choose({ graph })}>
            {t('offline.leaving.graph')}
          </Toggle>
          <p className="muted">{t('offline.leaving.graphHint')}</p>
        </div>
        <div className={styles.field}>
          <span className={styles.fieldName}>{t('offline.leaving.signer')}</span>
          <div className={styles.signerChoice}>
            <Choice
              label={t('offline.leaving.signer')}
              value={signerOf(scope)}
              isDisabled={isHeld}
              onChange={(profile) => choose({ profile })}
              options={SIGNERS.map((value) => ({ value, label: t(`offline.leaving.by.${value}`) }))}
            />
          </div>
          {signerOf(scope) === 'gost-local' ? (
            <p className="muted">{t('offline.leaving.programHint')}</p>
          ) : null}
        </div>
      </fieldset>
      <p className={styles.remark}>
        <Info size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {t('offline.leaving.always')}
          {scope.isAll && scope.graph ? null : ` ${t('offline.leaving.chainStays')}`}
        </span>
      </p>
      <div className="buttons">
        <Button
          variant={reached === 'scope' ? 'primary' : 'plain'}
          writes
          isDisabled={isHeld}
          onPress={() => void look()}
        >
          {t(reached === 'scope' ? 'offline.leaving.toPreview' : 'offline.leaving.toPreviewAgain')}
        </Button>
      </div>
    </>
  );
}
