// Copying to the clipboard, with the acknowledgement where the eye is.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './inputs/button.tsx';

const ACKNOWLEDGED_MS = 1600;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** It is in the clipboard. */
  readonly onCopied?: () => void;
}

export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), ACKNOWLEDGED_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copied = () => {
    setDone(true);
    onCopied?.();
  };
  const copy = () => void navigator.clipboard.writeText(text).then(copied);
  return (
    <>
      <IconButton icon={done ? Check : Copy} label={done ? t('action.copied') : label} onPress={copy} />
      <span className="sr-only" role="status">
        {done ? t('action.copied') : ''}
      </span>
    </>
  );
}
