// The files that a command executes or applies: size and digest of what is approved with it, and which content is not.
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlanFile } from '../../../../shared/model/approval.ts';
import { formatBytes } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import styles from './card.module.css';

const SHORT_DIGEST = 16;

export function Files({ files }: { files: readonly PlanFile[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('approval.files.title')}>
      <ul className={styles.files} data-files>
        {files.map((file) => (
          <li key={file.path}>
            {file.covered ? (
              <CoveredFile file={file} />
            ) : (
              <p className={styles.notCovered} data-covered="false">
                <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
                <span>{t('approval.files.notCovered', { path: file.path, reason: file.reason })}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {files.some(({ covered }) => covered) ? (
        <p className={styles.aside}>{t('approval.files.covered')}</p>
      ) : null}
    </Section>
  );
}

function CoveredFile({ file }: { file: Extract<PlanFile, { covered: true }> }) {
  const { t } = useTranslation();
  const digest = file.sha256.slice(0, SHORT_DIGEST);
  return (
    <>
      <p className={styles.file} data-covered="true">
        <code>{file.path}</code>
        <span className="quiet">{formatBytes(file.size)}</span>
        <code className="quiet" title={file.sha256}>
          {t('approval.files.digest', { digest })}
        </code>
      </p>
      {file.after === null ? null : (
        <p className={styles.notCovered}>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          <span>{t('approval.files.after', { program: file.after })}</span>
        </p>
      )}
      {file.text === null ? null : (
        <details className={styles.fileContent}>
          <summary>{t('approval.files.show')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too. */}
          <section className={styles.output} tabIndex={0} aria-label={file.path}>
            <pre>{file.text}</pre>
          </section>
        </details>
      )}
    </>
  );
}
