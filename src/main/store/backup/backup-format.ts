// A backup as it lies on disk: gzip over JSON Lines. A header, then for each table a line that names its columns and
// one array a row, then an end with counts and the hash of everything before it. The same for both databases.
// Written by backup-write.ts, read by backup-read.ts. Explained in docs/transfer.md.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { Time } from '../../../shared/model/time.ts';

export const BACKUP_VERSION = 1;

/** Longest line a backup may have, characters: a row of the widest table. */
export const MAX_BACKUP_LINE = 16 * 1024 * 1024;

const Base64 = z.string().regex(/^[A-Za-z0-9+/]*=*$/);

const SealedKeys = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z.number().int().min(16_384).max(1_048_576),
  r: z.number().int().min(1).max(8),
  p: z.number().int().min(1).max(4),
  cipher: z.literal('aes-256-gcm'),
  salt: Base64,
  iv: Base64,
  tag: Base64,
  data: Base64,
});
export type SealedKeys = z.output<typeof SealedKeys>;

export const BackupHeader = z.strictObject({
  kind: z.literal('festinger-backup'),
  version: z.literal(BACKUP_VERSION),
  at: Time,
  program: z.string().max(100),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string().max(200)).max(1000),
  /** API keys of models, for whoever knows the passphrase; null when the operator gave none. */
  keys: SealedKeys.nullable(),
});
export type BackupHeader = z.output<typeof BackupHeader>;

export const TableLine = z.strictObject({
  table: z.string().max(100),
  columns: z.array(z.string().max(100)).min(1).max(200),
  next: z.number().int().nullable(),
});

export const Cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);
export type Cell = z.output<typeof Cell>;

export const EndLine = z.strictObject({
  kind: z.literal('end'),
  lines: z.number().int(),
  rows: z.record(z.string(), z.number().int()),
  events: z.number().int(),
  head: z.string(),
  /** Of every byte of the JSON Lines before this line. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type EndLine = z.output<typeof EndLine>;

/** API keys in clear, by the number of their model. Never written anywhere like this. */
export type ModelKeys = Readonly<Record<string, string>>;

const COST = { n: 131_072, r: 8, p: 1 } as const;
const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: object,
) => Promise<Buffer>;

function keyOf(passphrase: string, salt: Buffer, { n, r, p }: { n: number; r: number; p: number }) {
  return derive(passphrase.normalize('NFC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r });
}

/** Encrypts keys under a passphrase. @returns what the header holds */
export async function sealKeys(keys: ModelKeys, passphrase: string): Promise<SealedKeys> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, COST), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]);
  return {
    ...{ kdf: 'scrypt', ...COST, cipher: 'aes-256-gcm' },
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** @throws AppError INVALID_INPUT for another passphrase than the one they were sealed with */
export async function openKeys(sealed: SealedKeys, passphrase: string): Promise<ModelKeys> {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const key = await keyOf(passphrase, bytes(sealed.salt), sealed);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.iv), { authTagLength: 16 });
    decipher.setAuthTag(bytes(sealed.tag));
    const text = Buffer.concat([decipher.update(bytes(sealed.data)), decipher.final()]).toString('utf8');
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    throw new AppError(
      'INVALID_INPUT',
      'The passphrase does not open the API keys of this backup. Give the one it was made with, or none to restore without keys. Nothing was changed.',
    );
  }
}
