// The keys of the Approvals screen, as commands of the registry. A word takes two presses of its key: the first puts the focus on the button, or on
// the field where high risk wants a name, the second presses it. A held key repeats, and repeats are no presses (app/shortcuts.ts).
import { useTranslation } from 'react-i18next';
import { approveByKey, openByKey } from '../../session/approval/word-keys.ts';
import { type Command, useCommands } from '../../session/commands.ts';

interface Keys {
  /** One that waits is open. */
  readonly isDecidable: boolean;
  /** Several are chosen: what they are planned for. */
  readonly plan: ((word: 'approve' | 'deny') => void) | null;
  readonly search: () => void;
  readonly step: (by: number) => void;
  readonly tick: () => void;
  readonly tickAll: () => void;
}

export function useApprovalKeys(keys: Keys): void {
  const { t } = useTranslation();
  const group = t('approvals.name');
  const none = keys.isDecidable ? undefined : t('approvals.key.openOne');
  const command = (id: string, binding: string, run: () => void, disabled?: string): Command => ({
    id: `approvals.${id}`,
    title: t(`approvals.key.${id}` as 'approvals.key.next'),
    group,
    keys: binding,
    disabled,
    run,
  });
  const { plan } = keys;
  useCommands('approvals', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: keys.search },
    command('next', 'j', () => keys.step(1)),
    command('previous', 'k', () => keys.step(-1)),
    command('tick', 'x', keys.tick),
    command('tickAll', 'Shift+X', keys.tickAll),
    command('approve', 'a', () => (plan ? plan('approve') : approveByKey()), plan ? undefined : none),
    command('deny', 'd', () => (plan ? plan('deny') : openByKey('deny')), plan ? undefined : none),
    command('edit', 'e', () => openByKey('edit'), none),
    command('rule', 'r', () => openByKey('rule'), none),
  ]);
}
