// A certificate made on the spot, as the ones most such servers show: signed by itself, for this machine. Needs the program openssl;
// null without it, and the test that wants one says so. Used by the tests of the remote providers.
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
  /** SHA-256 with colons. */
  readonly fingerprint: string;
}

export function selfSigned(): SelfSigned | null {
  const folder = mkdtempSync(join(tmpdir(), 'festinger-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    const args = ['req', ...options.split(' '), ...names, '-keyout', key, '-out', cert];
    execFileSync('openssl', args, { stdio: 'ignore' });
    const text = readFileSync(cert, 'utf8');
    return {
      key: readFileSync(key, 'utf8'),
      cert: text,
      fingerprint: new X509Certificate(text).fingerprint256,
    };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
