// The rarer ways to look, behind one button: at an earlier moment, with a second dimension over the first, the way to another concept.
import { Layers } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { PopoverButton } from '../../../ui/popover.tsx';
import { conceptsStore } from '../concepts-store.ts';
import { useExports } from '../export/export-part.tsx';

// Fetched when it is opened.
const ViewPanel = lazy(async () => ({ default: (await import('./view-panel.tsx')).ViewPanel }));

export function ViewButton() {
  const { t } = useTranslation();
  const { neighbourhood } = useStore(conceptsStore);
  const [isOpen, setOpen] = useState(false);
  useExports();
  if (!neighbourhood) return null;
  return (
    <PopoverButton label={t('concepts.looks.label')} icon={Layers} isOpen={isOpen} onOpenChange={setOpen}>
      <Suspense fallback={null}>
        <ViewPanel neighbourhood={neighbourhood} onDone={() => setOpen(false)} />
      </Suspense>
    </PopoverButton>
  );
}
