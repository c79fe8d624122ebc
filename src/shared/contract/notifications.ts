// Browsers that are notified of what needs approval. Source: docs/hands.md, When nobody is at the console.
import * as z from 'zod';
import { PlainText } from '../model/plain-text.ts';
import { PushSubscription, SubscribedBrowser } from '../push-subscription.ts';
import { read, write } from './base.ts';

const Browsers = z.strictObject({
  /** What a browser subscribes with. */
  publicKey: z.string(),
  browsers: z.array(SubscribedBrowser),
});

export const notifications = {
  browsers: read('/notifications/browsers').output(Browsers),
  /** Sends it a first notification, and keeps it when that was taken. */
  addBrowser: write('/notifications/browsers', 'console', 'label')
    .input(z.strictObject({ subscription: PushSubscription, label: PlainText.trim().min(1).max(100) }))
    .output(Browsers.extend({ id: z.string() })),
  removeBrowser: write('/notifications/browsers/{id}/remove', 'console', 'id')
    .input(z.strictObject({ id: z.string().max(100) }))
    .output(Browsers),
};
