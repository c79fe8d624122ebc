// Promise: a canvas whose data changes shows the new data, keeps what the operator marked, and leaves what was looked at where it is.
import cytoscape from 'cytoscape';
import { expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { syncElements } from './sync-elements.ts';

const box = (id: string, x: number, y: number) => ({ data: { id, place: 'below' }, position: { x, y } });
const line = (source: string, target: string) => ({ data: { id: `fact:${target}`, source, target } });
const SIZE = { width: 800, height: 600 };
const made = () => cytoscape({ headless: true, styleEnabled: true, layout: { name: 'preset' } });
const shown = (cy: cytoscape.Core) =>
  new Map(
    cy
      .elements()
      .map((e) => [e.id(), e.isNode() ? { ...e.position() } : [e.data('source'), e.data('target')]]),
  );

it('adds, moves and removes one by one, and keeps classes', () => {
  const cy = made();
  syncElements(cy, [box('a', 0, 0), box('b', 0, 100), line('a', 'b')]);
  cy.getElementById('b').addClass('cursor');
  const held = cy.getElementById('b');
  syncElements(cy, [box('a', 0, 0), box('b', 50, 100), box('c', 90, 100), line('a', 'b'), line('a', 'c')]);
  expect(cy.getElementById('b').same(held)).toBe(true);
  expect(held.hasClass('cursor')).toBe(true);
  expect(held.position()).toEqual({ x: 50, y: 100 });
  syncElements(cy, [box('a', 0, 0), box('c', 90, 100), line('a', 'c')]);
  expect(
    cy
      .elements()
      .map((e) => e.id())
      .sort(),
  ).toEqual(['a', 'c', 'fact:c']);
});

it('brings a box anew when its name changed, with its lines and what marks it', () => {
  const cy = made();
  const called = (id: string, label: string, y: number) => ({
    data: { id, label, place: 'below' },
    position: { x: 0, y },
  });
  syncElements(cy, [called('a', 'a', 0), called('b', 'b', 100), line('a', 'b')]);
  const old = cy.getElementById('b').addClass('cursor');
  syncElements(cy, [called('a', 'a', 0), called('b', '+ b', 100), line('a', 'b')]);
  const anew = cy.getElementById('b');
  expect(anew[0]).not.toBe(old[0]);
  expect(anew.data('label')).toBe('+ b');
  expect(anew.hasClass('cursor')).toBe(true);
  expect(cy.getElementById('fact:b').data('target')).toBe('b');
});

it('hangs a concept elsewhere when its fact moved', () => {
  const cy = made();
  syncElements(cy, [box('a', 0, 0), box('b', 0, 100), box('c', 50, 100), line('a', 'b'), line('a', 'c')]);
  syncElements(cy, [box('a', 0, 0), box('b', 0, 100), box('c', 50, 200), line('a', 'b'), line('b', 'c')]);
  expect(cy.getElementById('fact:c').data('source')).toBe('b');
});

it('leaves the zoom as it is, and what the keyboard stands on where it is on the screen', () => {
  const cy = made();
  syncElements(cy, [box('a', 0, 0), box('b', 0, 100)]);
  cy.viewport({ zoom: 1.5, pan: { x: 20, y: -30 } });
  cy.getElementById('b').addClass('cursor');
  const before = cy.getElementById('b').renderedPosition();
  syncElements(cy, [box('a', 0, 0), box('b', 240, 100), box('c', 0, 100)], SIZE);
  const after = cy.getElementById('b').renderedPosition();
  expect(cy.zoom()).toBe(1.5);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
  const pan = { ...cy.pan() };
  syncElements(cy, [box('a', 0, 0), box('b', 240, 100), box('c', 0, 100)], SIZE);
  expect(cy.pan()).toEqual(pan);
});

const picture = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...'abcdefgh'), x: fc.nat(900), up: fc.nat() }), {
    selector: ({ id }) => id,
    minLength: 1,
  })
  .map((nodes) => [
    ...nodes.map(({ id, x }, i) => box(id, x, i * 40)),
    ...nodes.slice(1).map(({ id, up }, i) => line(nodes[up % (i + 1)]?.id ?? '', id)),
  ]);

it('comes from any picture to any other, the same as drawn anew', () => {
  fc.assert(
    fc.property(picture, picture, (first, second) => {
      const [cy, fresh] = [made(), made()];
      syncElements(cy, first);
      syncElements(cy, second);
      syncElements(fresh, second);
      expect(shown(cy)).toEqual(shown(fresh));
    }),
  );
});
