// For tests: every procedure of the contract, with its name and what it says of itself.
import { isContractProcedure } from '@orpc/contract';
import type { CallMeta } from '../base.ts';
import { contract } from '../index.ts';

export interface Listed {
  /** Such as `audit.undo`. */
  readonly name: string;
  readonly meta: CallMeta;
  readonly method: string;
  readonly path: string;
}

export const proceduresOf = (router: object = contract, parents: readonly string[] = []): Listed[] =>
  Object.entries(router).flatMap(([key, each]: [string, object]) => {
    const names = [...parents, key];
    if (!isContractProcedure(each)) return proceduresOf(each, names);
    const { meta, route } = each['~orpc'];
    const { method = '', path = '' } = route;
    return [{ name: names.join('.'), meta: meta as unknown as CallMeta, method, path }];
  });
