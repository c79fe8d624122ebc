// A Kubernetes provider over a kubeconfig written for a test. Used by the tests of the Kubernetes provider.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../../../shared/model/clock.ts';
import { AppError } from '../../../../../shared/model/envelope.ts';
import { KubernetesConfig } from '../config.ts';
import { KubernetesProvider } from '../provider.ts';

export interface KubeFile {
  readonly server: string;
  readonly user?: object;
  readonly cluster?: object;
}

/** JSON is YAML. */
export const kubeconfig = ({ server, user, cluster }: KubeFile): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user: user ?? {} }],
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
  });

export class Desk {
  readonly folder = mkdtempSync(join(tmpdir(), 'festinger-kube-'));

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  open(text: string, clock: Clock, more: object = {}): KubernetesProvider {
    const path = this.write('config', text);
    return new KubernetesProvider(KubernetesConfig.parse([{ name: 'lab', kubeconfig: path, ...more }]), {
      clock,
      home: this.folder,
    });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a work is refused with; the test fails when it was done, or broke. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it was done'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}
