// The screen asks for what an action takes, and the core says what that is: two tables in two programs that may not know each other.
import { expect, it } from 'vitest';
import { ACTIONS } from '../src/main/infra/actions.ts';
import { fieldsOf } from '../src/renderer/src/features/resources/act/action-fields.ts';
import type { ActionName, ResourceKind } from '../src/shared/model/resource.ts';

const EVERY = Object.entries(ACTIONS).flatMap(([kind, actions]) =>
  Object.entries(actions).map(([action, rule]) => ({
    kind: kind as ResourceKind,
    action: action as ActionName,
    takes: Object.keys(rule.arguments.shape),
  })),
);

it.each(EVERY)('Resources asks for what $action of a $kind takes, and for nothing else', (one) => {
  expect(fieldsOf(one.kind, one.action).map(({ name }) => name)).toEqual(one.takes);
});
