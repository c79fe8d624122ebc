// What can be done with a brief: made anew, compared, copied, printed, taken along as a bundle.
import { Copy, Download, Ellipsis, GitCompare, Printer, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { i18n } from '../../../session/i18n.ts';
import { DEFAULT_PROJECT } from '../../../session/project.ts';
import { say } from '../../../session/toasts.tsx';
import { formatFull } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Menu } from '../../../ui/inputs/menu.tsx';
import { canBeComputed } from '../ask/advice.ts';
import { askStore } from '../ask/ask-store.ts';
import { asMarkdown } from './as-markdown.ts';
import styles from './brief.module.css';
import { originOf } from './standing.ts';

interface ActionsProps {
  readonly detail: BriefDetail;
  readonly comparing: boolean;
  readonly onCompare: (comparing: boolean) => void;
}

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Actions({ detail, comparing, onCompare }: ActionsProps) {
  const { t } = useTranslation();
  const isBusy = useStore(askStore, (s) => s.isAsking || s.queued !== null);
  const { before } = detail;
  return (
    <div className={styles.actions}>
      <Button icon={RefreshCw} writes isEarly={isBusy} onPress={() => makeAgain(detail)}>
        {t('briefs.one.actions.again')}
      </Button>
      {canBeComputed(detail.brief.guardrail.blocked ? detail.brief.guardrail.codes : []) ? (
        <Button writes isEarly={isBusy} onPress={() => makeAgain(detail, true)}>
          {t('briefs.ask.computed')}
        </Button>
      ) : null}
      {before === null ? null : (
        <Button icon={GitCompare} expands={comparing} onPress={() => onCompare(!comparing)}>
          {t(comparing ? 'briefs.one.actions.compareEnd' : 'briefs.one.actions.compare')}
        </Button>
      )}
      <span className="push" />
      <Menu
        label={t('briefs.one.actions.more')}
        actions={[
          {
            ...{ id: 'copy', label: t('briefs.one.actions.copy'), icon: <Copy {...ICON} /> },
            run: () => copyBrief(detail),
          },
          {
            ...{ id: 'print', label: t('briefs.one.actions.print'), icon: <Printer {...ICON} /> },
            run: () => window.print(),
          },
          ...(canDownload()
            ? [
                {
                  ...{ id: 'export', label: t('briefs.one.actions.export') },
                  icon: <Download {...ICON} />,
                  run: () => exportBrief(detail),
                },
              ]
            : []),
        ]}
      >
        <Ellipsis size={16} strokeWidth={1.5} />
      </Menu>
    </div>
  );
}

/** A new revision, whatever is there. @param computed what was computed instead, which may be there */
export function makeAgain({ brief }: BriefDetail, computed = false): void {
  void askStore.getState().ask({
    ...{ task: brief.task, advisoryKey: brief.advisory_key, profile: brief.profile },
    ...{ artifactId: brief.artifact_id ?? '', policyVersion: brief.policy_version },
    ...{ forceRefresh: !computed, computed },
  });
}

export function copyBrief(detail: BriefDetail): void {
  const { brief } = detail;
  const line = i18n.t('briefs.one.copyLine', {
    ...{ key: brief.advisory_key, task: i18n.t(`briefs.task.${brief.task}`), revision: brief.revision },
    day: formatFull(Date.parse(brief.generated_at)),
  });
  const origin = originOf(detail);
  const came = origin ? [i18n.t(`briefs.one.${origin.says}`, { bundle: origin.bundle })] : [];
  const text = asMarkdown(detail, [line, ...came], i18n.t('briefs.one.section.references'));
  void navigator.clipboard.writeText(text).then(() => say(i18n.t('briefs.one.actions.copied')));
}

/** In the desktop window the page has no address that a file could come from. */
export const canDownload = (): boolean => !navigator.userAgent.includes('Electron');

export function exportBrief({ brief: { cache_key: cacheKey, revision } }: BriefDetail): void {
  const query = new URLSearchParams({ project: DEFAULT_PROJECT, cacheKey, revision: String(revision) });
  const link = document.createElement('a');
  link.href = `/api/console/files/brief?${query}`;
  link.download = '';
  link.click();
}
