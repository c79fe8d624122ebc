// Bundles for journeys: one taken from a running host as a person would download it, its public key, and the same with a byte changed. For e2e and screenshots.
import { expect, type Page } from '@playwright/test';
import type { RunningFestinger } from './festinger.ts';

const FILES = '/api/console/files';

async function asOperator({ baseUrl, token }: RunningFestinger, path: string, method: 'GET' | 'POST') {
  const answer = await fetch(`${baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Of the demo's operator. */
const DEMO_BRIEFS = 3;

/** The demo's evidence is taken in, and the briefs are made that its operator asked for: by then a bundle of it holds something of everything. */
export async function filled(host: RunningFestinger): Promise<RunningFestinger> {
  const state = async () => {
    const answer = await asOperator(host, '/api/console/briefs/state', 'GET');
    return ((await answer.json()) as { data: { count: number; waiting: number } }).data;
  };
  await expect.poll(state, { timeout: 30_000 }).toMatchObject({ count: DEMO_BRIEFS, waiting: 0 });
  return host;
}

/** Everything of a host, signed with its usual key. */
export async function bundleOf(host: RunningFestinger): Promise<Buffer> {
  return Buffer.from(await (await asOperator(host, `${FILES}/bundle`, 'GET')).arrayBuffer());
}

interface OneBrief {
  readonly bytes: Buffer;
  /** Of the key it is signed with. */
  readonly pem: string;
}

/** The newest brief of a host, alone, signed with the key of its own profile. */
export async function briefBundleOf(host: RunningFestinger): Promise<OneBrief> {
  const listed = await asOperator(host, '/api/console/briefs', 'GET');
  const { data } = (await listed.json()) as {
    data: { briefs: { cacheKey: string; profile: string }[] };
  };
  const { cacheKey = '', profile = '' } = data.briefs[0] ?? {};
  const answer = await asOperator(host, `${FILES}/brief?cacheKey=${cacheKey}`, 'GET');
  return { bytes: Buffer.from(await answer.arrayBuffer()), pem: await publicKeyOf(host, profile) };
}

/** In PEM, as it is carried beside a bundle. */
export async function publicKeyOf(host: RunningFestinger, profile = 'default'): Promise<string> {
  const { data } = (await (
    await asOperator(host, `${FILES}/public-key?profile=${profile}`, 'POST')
  ).json()) as {
    data: { publicPem: string };
  };
  return data.publicPem;
}

const BLOCK = 512;

/** Where a file lies in a tar, and its name; the first whose name begins so. */
function placeOf(bundle: Buffer, begins: string): { readonly name: string; readonly at: number } {
  for (let at = 0; at + BLOCK <= bundle.length; ) {
    const name = bundle.toString('utf8', at, at + 100).split('\0')[0] ?? '';
    const size = Number.parseInt(bundle.toString('latin1', at + 124, at + 135), 8);
    if (name.startsWith(begins)) return { name, at: at + BLOCK };
    if (Number.isNaN(size)) break;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`There is no ${begins} in the bundle.`);
}

/** A bundle in one of whose files a byte is another. @returns it, and the file's name */
export function tampered(bundle: Buffer, begins: string): { readonly bytes: Buffer; readonly name: string } {
  const { name, at } = placeOf(bundle, begins);
  const bytes = Buffer.from(bundle);
  bytes[at + 20] = (bytes[at + 20] ?? 0) ^ 1;
  return { bytes, name };
}

/** Chooses a file as a person would. */
export async function chooseBundle(page: Page, bytes: Buffer, name = 'carried.tar'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the bundle' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/x-tar', buffer: bytes });
}
