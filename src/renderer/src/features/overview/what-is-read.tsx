// What the memory takes out of prompts and what it leaves, said where its size is shown; with how often it errs, as measured.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import styles from './what-is-read.module.css';

const PARTS = ['read', 'passed', 'asked', 'errs'] as const;

export function WhatIsRead() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <div className={styles.opens}>
        <Button variant="quiet" onPress={() => setOpen(true)}>
          {t('overview.reading.open')}
        </Button>
      </div>
      <Dialog title={t('overview.reading.title')} isOpen={isOpen} onClose={close}>
        {PARTS.map((part) => (
          <section key={part} className={styles.part}>
            <h3 className={styles.head}>{t(`overview.reading.${part}`)}</h3>
            <p>{t(`overview.reading.${part}What`)}</p>
          </section>
        ))}
      </Dialog>
    </>
  );
}
