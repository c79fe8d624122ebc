// What config.yaml says of a service that has lists of components: where it is, who asks, which variable holds the key. Never holds a key, and refuses what looks
// like one without repeating it. Pure. Parsed by the settings, read by service.ts. Source: advisory, Evidence.
import * as z from 'zod';
import { isSecretWord, redact } from '../../../shared/redact.ts';
import { addressProblem, hostOf } from '../../outgoing/addresses.ts';

const ORDINARY_ENDPOINT = '/v1/sbom/context';
const ORDINARY_AGENT = 'festinger-console';

const KEYS = 'base_url, endpoint, api_key_env, user_agent and tenant';
const NO_KEY =
  'this looks like a key. Put it into an environment variable, and the name of that into api_key_env';

const looksSecret = (text: string): boolean => isSecretWord(text) || redact(text) !== text;

const visible = (most: number, what: string) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\x20-\x7e]+$/, what)
    .refine((text) => !looksSecret(text), NO_KEY);

const BaseUrl = z
  .string('where the service is, such as https://sbom.example.org')
  .max(300)
  .superRefine((text, ctx) => {
    const problem = baseUrlProblem(text);
    if (problem !== null) ctx.addIssue(problem);
  });

function baseUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'an address such as https://sbom.example.org';
  const url = new URL(text);
  const problem = addressProblem(url);
  if (problem !== null) return problem;
  if (url.search !== '' || url.hash !== '') return 'give it without a query or fragment';
  return looksSecret(url.pathname) ? NO_KEY : null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** `sbom` of config.yaml. */
export const SbomConfig = z
  .strictObject(
    {
      base_url: BaseUrl,
      endpoint: z
        .string()
        .max(200)
        .regex(/^(?:\/[A-Za-z0-9._~-]+)+$/, 'a path such as /v1/sbom/context')
        .refine((path) => !path.split('/').includes('..'), 'a path such as /v1/sbom/context')
        .refine((path) => !looksSecret(path), NO_KEY)
        .default(ORDINARY_ENDPOINT),
      api_key_env: z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]{0,99}$/,
          'the name of an environment variable; the key itself does not belong here',
        )
        .refine((name) => !looksSecret(name), NO_KEY)
        .optional(),
      user_agent: visible(200, 'letters, digits and signs of ASCII, such as festinger/ops').default(
        ORDINARY_AGENT,
      ),
      tenant: visible(100, 'letters, digits and signs of ASCII').optional(),
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys'
          ? `only ${KEYS} are known here; a key itself belongs into the environment variable that api_key_env names`
          : undefined,
    },
  )
  .superRefine(({ base_url, api_key_env }, ctx) => {
    const url = URL.canParse(base_url) ? new URL(base_url) : undefined;
    if (api_key_env !== undefined && url?.protocol === 'http:' && !LOOPBACK.test(hostOf(url)))
      ctx.addIssue({
        ...{ code: 'custom', path: ['base_url'] },
        message: 'https: a key does not travel in the open (http goes to this machine alone)',
      });
  })
  .transform(({ base_url, endpoint, api_key_env, user_agent, tenant }) => ({
    url: base_url.replace(/\/$/, '') + endpoint,
    keyEnv: api_key_env ?? null,
    userAgent: user_agent,
    /** Null: the project that is asked for. */
    tenant: tenant ?? null,
  }));
export type SbomSetup = z.output<typeof SbomConfig>;
