// PLACEHOLDER until the approvals' own card is here.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Approval } from '../../../../../shared/model/approval.ts';
import { api, describeFailure } from '../../../session/client.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { inspectStore } from '../inspect/inspect-store.ts';

export function ApprovalCard({ id, onOther: _ }: { id: string; onOther: (id: string) => void }) {
  const approval = useStore(inspectStore, (s) => s.history?.find((one) => one.id === id));
  return approval ? <Card approval={approval} /> : null;
}

function Card({ approval }: { approval: Approval }) {
  const { plan, status, execution, id, planHash } = approval;
  const [busy, setBusy] = useState(false);
  async function say(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
    setBusy(false);
    void inspectStore.getState().recall();
  }
  return (
    <article aria-label="Approval">
      <p>
        <b>{plan.verb}</b> {plan.resource.name} {plan.resource.place}
      </p>
      <code>{plan.runs}</code>
      <p>
        {status} {execution?.summary} {execution?.verified} {execution?.evidence}
      </p>
      {status === 'pending' ? (
        <>
          <Button onPress={() => void say(() => api.approvals.deny({ id, reason: 'no' }))} isDisabled={busy}>
            Deny
          </Button>
          <Button
            variant="primary"
            isDisabled={busy}
            onPress={() =>
              void say(() => api.approvals.approve({ id, planHash, typedName: plan.resource.name }))
            }
          >
            Approve
          </Button>
        </>
      ) : null}
    </article>
  );
}
