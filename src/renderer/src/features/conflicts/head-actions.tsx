// The head of an open conflict: the one before and after it, putting it off, a note, and the ways to what it is about.
import {
  BookOpenCheck,
  ChevronDown,
  ChevronUp,
  Copy,
  Ellipsis,
  NotebookPen,
  ScrollText,
  Waypoints,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { wishForBrief } from '../../session/brief-wish.ts';
import { formatRoute, navigate } from '../../session/router.ts';
import { say } from '../../session/toasts.tsx';
import { IconButton } from '../../ui/inputs/button.tsx';
import { Menu, type MenuAction } from '../../ui/inputs/menu.tsx';
import { Snooze } from './snooze.tsx';

interface HeadActionsProps {
  readonly conflict: Conflict;
  readonly onStep: (by: number) => void;
  readonly snoozing: boolean;
  readonly onSnoozing: (open: boolean) => void;
  readonly onSnooze: (until: number | null) => void;
  readonly onNote: () => void;
}

export function HeadActions(props: HeadActionsProps) {
  const { conflict, onStep, snoozing, onSnoozing, onSnooze, onNote } = props;
  const { t } = useTranslation();
  const more = useMore(conflict);
  return (
    <>
      <IconButton icon={ChevronUp} label={t('conflicts.previous')} onPress={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label={t('conflicts.next')} onPress={() => onStep(1)} />
      {conflict.resolvedAt === null ? (
        <>
          <Snooze conflict={conflict} isOpen={snoozing} onOpenChange={onSnoozing} onSnooze={onSnooze} />
          <IconButton icon={NotebookPen} label={t('conflicts.note.write')} onPress={onNote} />
        </>
      ) : null}
      <Menu label={t('action.more')} actions={more}>
        <Ellipsis size={16} strokeWidth={1.5} />
      </Menu>
    </>
  );
}

/** What is known of the concept, and who says what: the form is filled in, and waits for the operator. */
export function briefConflict({ concept }: Pick<Conflict, 'concept'>): void {
  wishForBrief({ task: 'conflict', advisoryKey: `concept:${concept}`, artifactId: '', begins: false });
}

function useMore(conflict: Conflict): MenuAction[] {
  const { t } = useTranslation();
  const conversation =
    conflict.incoming.provenance?.conversation ?? conflict.existing.provenance?.conversation ?? null;
  const ids = [
    `conflict ${String(conflict.id)}`,
    ...(conversation === null ? [] : [`conversation ${conversation}`]),
  ];
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return [
    {
      id: 'concept',
      label: t('conflicts.openConcept'),
      icon: <Waypoints {...icon} />,
      run: () => navigate(formatRoute('concepts', conflict.concept, { dim: conflict.dimension })),
    },
    {
      id: 'brief',
      label: t('conflicts.brief'),
      icon: <BookOpenCheck {...icon} />,
      run: () => briefConflict(conflict),
    },
    ...(conversation === null
      ? []
      : [
          {
            id: 'traffic',
            label: t('conflicts.seeTraffic'),
            icon: <ScrollText {...icon} />,
            run: () => navigate(formatRoute('traffic', null, { q: conversation })),
          },
        ]),
    {
      id: 'copy',
      label: t('conflicts.copyIds'),
      icon: <Copy {...icon} />,
      run: () => void navigator.clipboard.writeText(ids.join('\n')).then(() => say(t('conflicts.copiedIds'))),
    },
  ];
}
