// The address of a model server: asked first, used once it answers.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { say } from '../../../session/toasts.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import styles from './first-run.module.css';
import { firstRunStore } from './first-run-store.ts';

const USUAL = 'http://127.0.0.1:11434';

export function UpstreamStep() {
  const { t } = useTranslation();
  const { takeUpstream } = useStore(firstRunStore);
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const address = url.trim();
    if (address === '' || busy) return;
    setBusy(true);
    setProblem(null);
    const refused = await takeUpstream(address);
    setBusy(false);
    setProblem(refused);
    if (refused === null) {
      say(t('overview.first.used', { url: address }));
      setUrl('');
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('overview.first.address')}
        value={url}
        onChange={(address) => {
          // What is said to be wrong holds a form back.
          setProblem(null);
          setUrl(address);
        }}
        placeholder={USUAL}
        hint={t('overview.first.addressHint')}
        problem={problem}
        exact
      />
      {/* Busy it is not disabled: a press on what is disabled would swallow the next one. */}
      <Button type="submit" writes isDisabled={url.trim() === ''}>
        {t(busy ? 'overview.first.using' : 'overview.first.use')}
      </Button>
    </form>
  );
}
