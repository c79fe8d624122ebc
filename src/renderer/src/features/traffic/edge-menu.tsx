// "Do not use" for the facts behind one recalled line: read when the menu opens, done at once, and undoable.
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Edge } from '../../../../shared/model/graph.ts';
import type { RecalledLine } from '../../../../shared/model/traffic.ts';
import { api } from '../../session/client.ts';
import { markDoNotUse } from '../../session/do-not-use.ts';
import { Menu, type MenuAction } from '../../ui/inputs/menu.tsx';

interface EdgeMenuProps {
  readonly line: RecalledLine;
  readonly project: string;
}

export function EdgeMenu({ line, project }: EdgeMenuProps) {
  const { t } = useTranslation();
  const [edges, setEdges] = useState<readonly Edge[] | null>(null);

  async function read(): Promise<void> {
    const answer = await api.concepts.get({ project, token: line.concept }).catch(() => null);
    setEdges(answer?.edges.filter((edge) => line.edgeIds.includes(edge.edgeId)) ?? []);
  }
  const waiting: MenuAction = {
    id: 'none',
    label: edges === null ? t('state.loading') : t('traffic.detail.useNothing'),
    run: () => {},
  };
  const actions = (edges ?? []).map(
    (edge): MenuAction => ({
      id: String(edge.edgeId),
      label: t(edge.doNotUse ? 'traffic.detail.usedAgain' : 'traffic.detail.notUsed', {
        dimension: edge.dimension,
        parent: edge.parent,
      }),
      run: () => void markDoNotUse(edge, !edge.doNotUse),
    }),
  );
  return (
    <Menu
      label={t('traffic.detail.use', { concept: line.concept })}
      actions={actions.length > 0 ? actions : [waiting]}
      onOpenChange={(open) => (open ? void read() : undefined)}
    >
      <Ban size={14} strokeWidth={1.5} />
    </Menu>
  );
}
