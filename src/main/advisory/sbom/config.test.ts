// Promise: what config.yaml says of the service of lists is taken as it is meant, or refused with its line, its field and what to write instead; and what looks like
// a key is never repeated.
import { describe, expect, it } from 'vitest';
import { readConfigText } from '../../settings/config.ts';

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const reading = (lines: string) => readConfigText(`sbom:\n${lines.replace(/^/gm, '  ')}\n`, 'config.yaml');
const problem = (lines: string): string => {
  const read = reading(lines);
  return read.ok ? '' : read.problem;
};

describe('sbom in config.yaml', () => {
  it('is taken whole, and with what is usual where it says nothing', () => {
    const whole = reading(
      'base_url: https://sbom.example.org/inside/\nendpoint: /v2/context\napi_key_env: SBOM_SERVICE_API_KEY\nuser_agent: festinger/ops (night)\ntenant: acme',
    );
    expect(whole).toMatchObject({
      ok: true,
      config: {
        sbom: {
          ...{ url: 'https://sbom.example.org/inside/v2/context', keyEnv: 'SBOM_SERVICE_API_KEY' },
          ...{ userAgent: 'festinger/ops (night)', tenant: 'acme' },
        },
      },
    });
    expect(reading('base_url: http://127.0.0.1:9000')).toMatchObject({
      config: {
        sbom: {
          url: 'http://127.0.0.1:9000/v1/sbom/context',
          keyEnv: null,
          userAgent: 'festinger-console',
          tenant: null,
        },
      },
    });
    expect(readConfigText('', 'config.yaml')).not.toHaveProperty('config.sbom');
  });

  it.each([
    ['base_url: sbom.example.org', 2, 'sbom.base_url', /an address such as https/],
    ['base_url: ftp://sbom.example.org', 2, 'sbom.base_url', /begins with http:\/\/ or https:\/\//],
    ['base_url: https://me:hunter2@sbom.example.org', 2, 'sbom.base_url', /carries a user name or password/],
    ['base_url: https://sbom.example.org/?key=hunter2', 2, 'sbom.base_url', /without a query/],
    ['base_url: http://169.254.169.254', 2, 'sbom.base_url', /metadata address/],
    [
      'base_url: http://sbom.lan\napi_key_env: SBOM_KEY',
      2,
      'sbom.base_url',
      /a key does not travel in the open/,
    ],
    ['base_url: https://a.example\nendpoint: context', 3, 'sbom.endpoint', /a path such as/],
    ['base_url: https://a.example\nendpoint: /../x', 3, 'sbom.endpoint', /a path such as/],
    ['base_url: https://a.example\nendpoint: //b.example/x', 3, 'sbom.endpoint', /a path such as/],
    [
      'base_url: https://a.example\napi_key_env: SBOM-KEY',
      3,
      'sbom.api_key_env',
      /the name of an environment variable/,
    ],
    ['base_url: https://a.example\ntenant: "a\\r\\nx-api-key: b"', 3, 'sbom.tenant', /signs of ASCII/],
    ['base_url: https://a.example\nuser_agent: ""', 3, 'sbom.user_agent', /signs of ASCII/],
    ['tenant: acme', 2, 'sbom.base_url', /where the service is, such as https/],
  ])('%j is refused with its line and field', (lines, line, field, reason) => {
    const words = problem(lines);
    expect(words).toMatch(new RegExp(`^config\\.yaml( line ${line})?: ${field.replace('.', '\\.')}: `));
    expect(words).toMatch(reason);
    expect(words).not.toContain('hunter2');
  });

  it.each([
    `api_key_env: ${KEY}`,
    `api_key: ${KEY}`,
    `tenant: ${KEY}`,
    `user_agent: ${KEY}`,
    `user_agent: "Bearer ${KEY}"`,
    `endpoint: /v1/${KEY}`,
  ])('a key where none belongs is refused, and not repeated: %#', (line) => {
    const words = problem(`base_url: https://a.example\n${line}`);
    expect(words).toMatch(/^config\.yaml line [23]: sbom/);
    expect(words).toMatch(/environment variable/);
    expect(words).not.toContain(KEY);
  });
});
