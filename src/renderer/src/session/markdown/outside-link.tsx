// A link that leads out of the console, from words nobody here vouches for: it says where it leads, and goes there only after the operator said so.
// Used by answers of the assistant and references of advisories. Source: console, Desktop door.
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import styles from './outside-link.module.css';

interface OutsideLinkProps {
  readonly link: { readonly href: string; readonly host: string };
  readonly children: ReactNode;
  /** Who named it, as a sentence; the assistant where left out. */
  readonly why?: string;
}

export function OutsideLink({ link, children, why }: OutsideLinkProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const leave = () => {
    window.open(link.href, '_blank', 'noopener,noreferrer');
    return null;
  };
  return (
    <>
      <a
        className={styles.link}
        href={link.href}
        rel="noopener noreferrer"
        title={link.href}
        onClick={(event) => {
          event.preventDefault();
          // The desktop door asks by itself: there the page is not believed.
          if (navigator.userAgent.includes('Electron')) leave();
          else setAsks(true);
        }}
        onAuxClick={(event) => event.preventDefault()}
      >
        {children}
        <ExternalLink className={styles.mark} size={12} strokeWidth={1.75} aria-label={t('outside.mark')} />
      </a>
      {asks ? (
        <ConfirmDialog
          title={t('outside.title', { host: link.host })}
          act={t('outside.open')}
          icon={ExternalLink}
          isLocal
          onConfirm={leave}
          onClose={() => setAsks(false)}
        >
          <p>{why ?? t('outside.text')}</p>
          <p className={styles.address}>
            <code>{link.href}</code>
            <CopyButton text={link.href} label={t('outside.copy')} />
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
