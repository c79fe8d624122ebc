// Clients, their keys and what they may do.
import * as z from 'zod';
import { Client, ClientName, ClientPolicy, ClientsState } from '../model/client.ts';
import { procedure } from './base.ts';

export const clients = {
  list: procedure.route({ method: 'GET', path: '/clients' }).output(ClientsState),
  /** Stores a client's policy; `expectedVersion` 0 makes it. */
  save: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/clients' })
    .input(ClientPolicy.extend({ name: ClientName, expectedVersion: z.number().int() }))
    .output(Client),
  /** Forgets the policy and revokes every key. */
  remove: procedure
    .meta({ kind: 'danger' })
    .route({ method: 'POST', path: '/clients/remove' })
    .input(z.strictObject({ name: ClientName, expectedVersion: z.number().int() }))
    .output(ClientsState),
  /** Makes a key for a client (stored as a hash). The answer is the only place where it can be read. */
  addKey: procedure
    .meta({ kind: 'danger' })
    .route({ method: 'POST', path: '/clients/keys' })
    .input(z.strictObject({ name: ClientName }))
    .output(z.strictObject({ key: z.string(), client: Client })),
  revokeKey: procedure
    .meta({ kind: 'danger' })
    .route({ method: 'POST', path: '/clients/keys/{id}/revoke' })
    .input(z.strictObject({ id: z.number().int().positive() }))
    .output(Client),
};
