// Every revision of what was asked for, to be chosen from.
import { useTranslation } from 'react-i18next';
import type { BriefDetail, BriefRow } from '../../../../../shared/model/evidence/brief.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { formatSince } from '../../../ui/format.ts';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Section } from '../../../ui/section.tsx';
import { useNow } from '../../../ui/time-ago.tsx';
import styles from './brief.module.css';

const nameOf = ({ cacheKey, revision }: Pick<BriefRow, 'cacheKey' | 'revision'>): string =>
  `${cacheKey}/${String(revision)}`;

export function Revisions({ detail }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const now = useNow();
  const { brief, history } = detail;
  const by = ({ blocked, modelId }: BriefRow) =>
    blocked ? t('briefs.one.revisions.refused') : (modelId ?? t('briefs.computed'));
  return (
    <Section title={t('briefs.one.revisions.title')}>
      <div className={styles.revisions}>
        {history.length > 1 ? (
          <Choice
            label={t('briefs.one.revisions.choose')}
            value={nameOf({ cacheKey: brief.cache_key, revision: brief.revision })}
            onChange={(name) => {
              const [cacheKey = '', revision = ''] = name.split('/');
              navigate(formatRoute('briefs', cacheKey, { rev: revision }));
            }}
            options={history.map((row) => ({
              value: nameOf(row),
              label: t('briefs.one.revisions.option', {
                ...{ revision: row.revision, day: formatSince(row.generatedAt, now), by: by(row) },
              }),
            }))}
          />
        ) : (
          <p className="muted">{t('briefs.one.revisions.first')}</p>
        )}
      </div>
    </Section>
  );
}
