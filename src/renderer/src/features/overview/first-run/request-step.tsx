// The first request: the lines for each kind of agent with their lights, and a prompt that tries the way.
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SystemStatus } from '../../../../../shared/model/status.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TestAnswer } from '../connect/test-answer.tsx';
import { WireList } from '../connect/wire-list.tsx';
import { overviewStore } from '../overview-store.ts';

export function RequestStep({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const { test, sendTest } = useStore(overviewStore);
  return (
    <>
      <WireList status={status} />
      <div className="buttons">
        <Button writes icon={Send} isDisabled={test.phase === 'running'} onPress={() => void sendTest()}>
          {t('overview.test')}
        </Button>
      </div>
      <TestAnswer test={test} />
    </>
  );
}
