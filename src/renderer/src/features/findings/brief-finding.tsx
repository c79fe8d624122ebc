// From a finding to what is briefed of it: the summary of its vulnerability for the product it is in, made at once in Briefs.
import { BookOpenCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../../shared/model/evidence/finding.ts';
import { wishForBrief } from '../../session/brief-wish.ts';
import { Button } from '../../ui/inputs/button.tsx';

export function briefFinding({ vulnerability, product }: Pick<Finding, 'vulnerability' | 'product'>): void {
  wishForBrief({ task: 'summary', advisoryKey: vulnerability, artifactId: product.key, begins: true });
}

export function BriefFinding({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  return (
    <Button icon={BookOpenCheck} writes onPress={() => briefFinding(finding)}>
      {t('findings.brief')}
    </Button>
  );
}
