// The dialog that belongs to what the operator asked for; none for what is typed in place.
import { useStore } from 'zustand';
import type { Neighbourhood } from '../../concepts-store.ts';
import { handStore } from '../hand-store.ts';
import {
  EndForm,
  MakeForm,
  MergeDimensionForm,
  QuestionForm,
  RenameDimensionForm,
} from './dimension-forms.tsx';
import { ElsewhereForm, MergeForm, MoveForm } from './selection-forms.tsx';
import { SplitForm } from './split-form.tsx';

export function EditForms({ neighbourhood }: { neighbourhood: Neighbourhood }) {
  const { wish, selected } = useStore(handStore);
  const { dimension } = neighbourhood;
  const chosen = { neighbourhood, tokens: [...selected] };
  switch (wish?.kind) {
    case 'move':
      return <MoveForm chosen={chosen} />;
    case 'elsewhere':
      return <ElsewhereForm chosen={chosen} />;
    case 'merge':
      return <MergeForm chosen={chosen} />;
    case 'make':
      return <MakeForm />;
    case 'renameDimension':
      return <RenameDimensionForm dimension={dimension} />;
    case 'question':
      return <QuestionForm dimension={dimension} />;
    case 'split':
      return <SplitForm dimension={dimension} />;
    case 'mergeDimension':
      return <MergeDimensionForm dimension={dimension} />;
    case 'end':
      return <EndForm dimension={dimension} />;
    default:
      return null;
  }
}
