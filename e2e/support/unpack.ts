// Before any worker: the browser of the npm package is unpacked once. Workers that unpack it at the same time start one that is still written.
import { browserOptions } from './browser.ts';

export default async function unpack(): Promise<void> {
  await browserOptions();
}
