// What kinds of secrets there are: one closed list, by which a secret that was taken out is named and counted. A type says
// whose key it is or where it stood, and nothing of the secret. Data only. Used by the tables of redact.ts and whoever shows types.
// Source: advisory, Guardrails.

/** Known by what they look like: whoever sees one of these knows what it opens. */
const BY_SHAPE = [
  ...(['anthropic_key', 'openrouter_key', 'openai_key', 'festinger_key', 'model_key'] as const),
  ...(['stripe_key', 'webhook_secret', 'shopify_token', 'square_token'] as const),
  ...([
    'github_token',
    'gitlab_token',
    'atlassian_token',
    'linear_key',
    'figma_token',
    'notion_token',
  ] as const),
  ...(['slack_token', 'discord_token', 'telegram_token', 'webhook'] as const),
  ...(['aws_key', 'google_api_key', 'google_oauth_token', 'digitalocean_token', 'heroku_key'] as const),
  ...(['fly_token', 'tailscale_key', 'vault_token', 'databricks_token', 'grafana_token'] as const),
  ...(['huggingface_token', 'npm_token', 'pypi_token', 'rubygems_key', 'docker_token'] as const),
  ...(['sendgrid_key', 'mailgun_key', 'twilio_key', 'postman_key', 'service_token'] as const),
  ...(['jwt', 'pem_private_key', 'age_key', 'password_hash', 'card_number', 'iban'] as const),
] as const;

/** Known by where they stand, or by being drawn and not written. */
const BY_PLACE = ['password', 'authorization', 'cookie', 'access_code', 'generic_token'] as const;

/** A key that this process uses itself; then the most telling first. */
export const SECRET_TYPES = ['configured_secret', ...BY_SHAPE, ...BY_PLACE] as const;
export type SecretType = (typeof SECRET_TYPES)[number];

const SHAPES: ReadonlySet<SecretType> = new Set(BY_SHAPE);

/** How telling a type is, 0 the most: of two that lie over each other, the more telling one names both. */
export function rankOf(type: SecretType): number {
  if (type === 'configured_secret') return 0;
  if (SHAPES.has(type)) return 1;
  return type === 'generic_token' ? 3 : 2;
}
