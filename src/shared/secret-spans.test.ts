// Promise: every secret has a type that says whose key it is; the more telling type wins where two lie over each other; and what
// names something and opens nothing is no secret, wherever it stands.
import { describe, expect, it } from 'vitest';
import { hideSecret, redact } from './redact.ts';
import { secretSpans } from './secret-spans.ts';
import { SECRET_TYPES } from './secret-types.ts';
import { HELD_OUT, KINDS, Picker } from './testing/secret-kinds.ts';

const typesIn = (text: string) => secretSpans(text).map(({ type }) => type);

const random = new Picker(7);
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  anthropic_key: [`sk-ant-api03-${random.url64(40)}`],
  openrouter_key: [`sk-or-v1-${random.hex(64)}`],
  openai_key: [`sk-proj-${random.b62(40)}`, `sk-${random.b62(48)}`],
  festinger_key: [`fk-${random.url64(43)}`],
  model_key: [`gsk_${random.b62(40)}`],
  stripe_key: [`sk_live_${random.b62(24)}`, `rk_test_${random.b62(24)}`],
  webhook_secret: [`whsec_${random.b62(32)}`],
  shopify_token: [`shpat_${random.hex(32)}`],
  square_token: [`sq0atp-${random.b62(22)}`],
  github_token: [`ghp_${random.b62(36)}`, `github_pat_${random.b62(60)}`],
  gitlab_token: [`glpat-${random.b62(20)}`],
  atlassian_token: [`ATATT3x${random.b62(60)}`],
  linear_key: [`lin_api_${random.b62(40)}`],
  figma_token: [`figd_${random.b62(40)}`],
  notion_token: [`ntn_${random.b62(46)}`],
  slack_token: [`xoxb-${random.digits(12)}-${random.b62(24)}`],
  discord_token: [`M${random.b62(23)}.${random.b62(6)}.${random.b62(38)}`],
  telegram_token: [`${random.digits(9)}:${random.b62(35)}`],
  webhook: [`https://hooks.slack.com/services/T0/B0/${random.b62(24)}`],
  aws_key: [`AKIA${random.upper(16)}`, `ASIA${random.upper(16)}`],
  google_api_key: [`AIza${random.b62(35)}`],
  google_oauth_token: [`ya29.${random.b62(60)}`],
  digitalocean_token: [`dop_v1_${random.hex(64)}`],
  heroku_key: [`HRKU-${random.b62(40)}`],
  fly_token: [`fo1_${random.b62(40)}`],
  tailscale_key: [`tskey-auth-${random.b62(30)}`],
  vault_token: [`hvs.${random.b62(24)}`],
  databricks_token: [`dapi-${random.hex(32)}`],
  grafana_token: [`glsa_${random.b62(32)}`],
  huggingface_token: [`hf_${random.b62(34)}`],
  npm_token: [`npm_${random.b62(36)}`],
  pypi_token: [`pypi-${random.b62(60)}`],
  rubygems_key: [`rubygems_${random.hex(48)}`],
  docker_token: [`dckr_pat_${random.b62(27)}`],
  sendgrid_key: [`SG.${random.b62(22)}.${random.b62(43)}`],
  mailgun_key: [`key-${random.hex(32)}`],
  twilio_key: [`SK${random.hex(32)}`],
  postman_key: [`PMAK-${random.hex(24)}-${random.hex(34)}`],
  service_token: [`sbp_${random.hex(40)}`],
  jwt: [`eyJ${random.b62(20)}.eyJ${random.b62(40)}.${random.b62(43)}`],
  pem_private_key: ['-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----'],
  age_key: [`AGE-SECRET-KEY-1${random.of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`],
  password_hash: [`$2y$10$${random.b62(53)}`, `{SSHA}${random.b62(32)}`],
  card_number: ['4111 1111 1111 1111'],
  iban: ['DE89 3704 0044 0532 0130 00'],
  password: ['DB_PASSWORD=hunter22', 'the password is swordfish', 'postgres://me:hunter22@db.example/x'],
  authorization: ['Authorization: Basic Zm9vOmJhcjEyMw=='],
  cookie: ['Cookie: theme=dark; sid=abc'],
  access_code: ['verification code: 481-516-2342'],
  generic_token: ['api_key: "abcd1234"', `it answered ${random.b62(40)}`],
};

describe('types', () => {
  it.each(Object.entries(EXAMPLES))('%s', (type, texts) => {
    for (const text of texts) expect(typesIn(`we saw ${text}`), text).toEqual([type]);
  });

  it('are all shown above, but for keys in use', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual([...SECRET_TYPES].slice(1).sort());
  });

  it('tell whose key it is, also where it stands behind a name or holds a random word', () => {
    expect(typesIn(`aws_secret_key = AKIA${random.upper(16)}`)).toEqual(['aws_key']);
    expect(typesIn(`password: ghp_${random.b62(36)}`)).toEqual(['github_token']);
    expect(typesIn(`Authorization: Bearer eyJ${random.b62(20)}.eyJ${random.b62(40)}`)).toEqual(['jwt']);
  });

  it('name keys in use, whatever they look like', () => {
    const letGo = hideSecret('plain words here');
    expect(secretSpans('say plain words here, or cGxhaW4gd29yZHMgaGVyZQ==')).toEqual([
      { start: 4, end: 20, type: 'configured_secret' },
      { start: 25, end: 49, type: 'configured_secret' },
    ]);
    letGo();
    expect(secretSpans('say plain words here')).toEqual([]);
  });
});

describe('the same places as redact', () => {
  it.each([...KINDS, ...HELD_OUT])('$name: nothing of it is left', ({ make }) => {
    for (let seed = 1; seed <= 40; seed++) {
      const { text, secrets } = make(new Picker(7919 * seed));
      let kept = text;
      for (const { start, end } of secretSpans(text).reverse())
        kept = `${kept.slice(0, start)}#${kept.slice(end)}`;
      for (const secret of secrets) expect(kept, text).not.toContain(secret);
    }
  });

  it('are apart from each other and in order, and leave marks alone', () => {
    const text = 'password: [redacted] token=[REDACTED:generic_token#12] Cookie: [REDACTED:cookie#1]';
    expect(secretSpans(text)).toEqual([]);
    expect(redact(text)).toBe(text);
  });
});
