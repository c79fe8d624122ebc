// Clients, their keys and what they may do.
import * as z from 'zod';
import { Client, ClientName, ClientPolicy, ClientsState } from '../model/client.ts';
import { danger, read, write } from './base.ts';

export const clients = {
  list: read('/clients').output(ClientsState),
  /** Stores a client's policy; `expectedVersion` 0 makes it. */
  save: write('/clients', 'console', 'name')
    .input(ClientPolicy.extend({ name: ClientName, expectedVersion: z.number().int() }))
    .output(Client),
  /** Forgets the policy and revokes every key. */
  remove: danger('/clients/remove', 'console', 'name')
    .input(z.strictObject({ name: ClientName, expectedVersion: z.number().int() }))
    .output(ClientsState),
  /** Makes a key for a client (stored as a hash). The answer is the only place where it can be read. */
  addKey: danger('/clients/keys', 'console', 'name')
    .input(z.strictObject({ name: ClientName }))
    .output(z.strictObject({ key: z.string(), client: Client })),
  revokeKey: danger('/clients/keys/{id}/revoke', 'console', 'id')
    .input(z.strictObject({ id: z.number().int().positive() }))
    .output(Client),
};
