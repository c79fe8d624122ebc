// What an action asks for, and what of the typed goes to the core.
import { describe, expect, it } from 'vitest';
import type { ActionName, Resource, ResourceKind } from '../../../../../shared/model/resource.ts';
import { ACTIONS } from '../../../../../shared/model/resource-actions.ts';
import { argumentsOf, fieldsOf, offered } from './action-fields.ts';

const EVERY = Object.entries(ACTIONS).flatMap(([kind, actions]) =>
  Object.entries(actions).map(([action, rule]) => ({
    kind: kind as ResourceKind,
    action: action as ActionName,
    takes: Object.keys(rule.arguments.shape),
  })),
);

describe('fieldsOf', () => {
  it.each(EVERY)(
    'asks for what $action of a $kind takes, but for what is edited on the card',
    ({ kind, action, takes }) => {
      const onCard = (name: string) =>
        ['timeout_s', 'description', 'snapshot_first'].includes(name) ||
        (kind === 'compose_project' && action !== 'restart');
      expect(fieldsOf(kind, action).map(({ name }) => name)).toEqual(takes.filter((name) => !onCard(name)));
    },
  );
});

describe('argumentsOf', () => {
  const scale = fieldsOf('k8s_deployment', 'scale');
  it('gives numbers as numbers and leaves out what was left empty', () => {
    expect(argumentsOf(scale, { replicas: ' 3 ' })).toEqual({ given: { replicas: 3 } });
    expect(argumentsOf(fieldsOf('compose_project', 'restart'), { service: '' })).toEqual({ given: {} });
    expect(argumentsOf(fieldsOf('docker_container', 'set_restart_policy'), {})).toEqual({
      given: { policy: 'unless-stopped' },
    });
    expect(argumentsOf(fieldsOf('docker_container', 'remove'), { volumes: true })).toEqual({
      given: { volumes: true },
    });
  });

  it('names the field that does not fit', () => {
    expect(argumentsOf(scale, {})).toEqual({ wrong: 'replicas' });
    expect(argumentsOf(scale, { replicas: 'two' })).toEqual({ wrong: 'replicas' });
    expect(argumentsOf(fieldsOf('upstream', 'pull'), { model: '  ' })).toEqual({ wrong: 'model' });
  });
});

describe('offered', () => {
  const of = (kind: ResourceKind, ...actions: ActionName[]) => offered({ kind, actions } as Resource);
  it('keeps apart what ends or removes', () => {
    expect(of('docker_container', 'kill', 'stop', 'restart', 'remove')).toEqual({
      athand: ['restart', 'stop'],
      apart: ['kill', 'remove'],
    });
    expect(of('vm', 'stop', 'start').apart).toEqual(['stop']);
    expect(of('lxc', 'snapshot', 'rollback')).toEqual({ athand: ['snapshot'], apart: ['rollback'] });
    expect(of('docker_container', 'rollback').athand).toEqual(['rollback']);
  });

  it('leaves the removing of an upstream to its own form', () => {
    expect(of('upstream', 'remove', 'pause')).toEqual({ athand: ['pause'], apart: [] });
  });
});
