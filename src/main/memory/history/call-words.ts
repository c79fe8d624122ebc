// What an operator did in the console beside the memory, in words: the call and what it was about, as the host's chain recorded them.
// Pure; never throws. A call that nobody has words for is spelt out.
import { settingTitle } from '../../../shared/setting-titles.ts';

/** `clients.addKey` as words: clients, add key. */
const spelt = (call: string): string =>
  call
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('.', ', ');

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === undefined || value === '') return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @param about the members the contract lets be kept */
export function callWords(call: string, about: Readonly<Record<string, unknown>>): string {
  if (call === 'system.setSetting') return `${settingTitle(String(about.key))}: now ${said(about.value)}`;
  const members = Object.entries(about).map(([name, value]) => `${spelt(name)} ${said(value)}`);
  return [spelt(call), members.join(', ')].filter((part) => part !== '').join(': ');
}
