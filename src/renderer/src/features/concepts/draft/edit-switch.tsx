// The way into editing and out of it; while there is a draft it says how many edits wait.
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../../session/commands.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import { draftStore } from './draft-store.ts';
import { handStore } from './hand-store.ts';

/** Editing is a mode of its own; a draft says how many edits wait, wherever one is. */
export function EditSwitch({ isDraftShown, onEdit }: { isDraftShown: boolean; onEdit: () => void }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { isEditing, edit } = useStore(handStore);
  const { edits } = useStore(draftStore);
  const turn = () => {
    edit(!isEditing);
    // A sheet would lie over what is to be edited.
    if (!isEditing && !narrow) onEdit();
  };
  useCommands('editing', [
    {
      ...{ id: 'concepts.edit', title: t('concepts.edit.command.toggle'), group: t('palette.do') },
      ...{ keys: 'e', words: t('concepts.edit.command.words'), run: turn },
    },
  ]);
  return (
    <>
      {edits.length > 0 && !(isEditing && isDraftShown) ? (
        <Button
          variant="quiet"
          label={t('concepts.edit.draftOfLong', { count: edits.length })}
          onPress={() => {
            if (!isEditing) edit(true);
            onEdit();
          }}
        >
          {t('concepts.edit.draftOf', { count: edits.length })}
        </Button>
      ) : null}
      <Button
        icon={Pencil}
        label={t(isEditing ? 'concepts.edit.endLong' : 'concepts.edit.startLong')}
        onPress={turn}
      >
        {t(isEditing ? 'concepts.edit.end' : 'concepts.edit.start')}
      </Button>
    </>
  );
}
