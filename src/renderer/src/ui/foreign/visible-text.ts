// What React puts into the page passes through here, as text passes a template engine's escaping: a text with hidden characters or of a
// right-to-left script is rendered by ForeignText, an attribute that is shown or read out has its hidden characters written as codes.
// So no screen, and no library that draws for one, can leave it out. Values of fields stay as they are. Called once, by main.tsx.
import React from 'react';
import runtime from 'react/jsx-runtime';
import { hasHidden, showHidden } from '../../../../shared/hidden-characters.ts';
import { ForeignText } from './foreign-text.tsx';

type Props = Readonly<Record<string, unknown>>;
type Create = (type: unknown, props: Props | null, ...rest: unknown[]) => unknown;

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Elements that hold text and no element. */
const TEXT_ONLY = new Set<unknown>([
  'option',
  'title',
  'desc',
  'text',
  'tspan',
  'textarea',
  'style',
  'script',
]);

const SHOWN_ATTRIBUTES = [
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
];

const CONTEXT = Symbol.for('react.context');
const { createElement } = React;

function visibleChild(type: unknown, child: unknown): unknown {
  if (Array.isArray(child)) return visibleChildren(type, child);
  if (typeof child !== 'string' || type === 'bdi') return child;
  if (TEXT_ONLY.has(type)) return showHidden(child);
  return RIGHT_TO_LEFT.test(child) || hasHidden(child) ? createElement(ForeignText, { text: child }) : child;
}

/** The same array where nothing in it needs to be rendered otherwise. */
function visibleChildren(type: unknown, children: unknown[]): unknown[] {
  const visible = children.map((child) => visibleChild(type, child));
  return visible.every((child, at) => child === children[at]) ? children : visible;
}

function visibleProps(type: unknown, props: Props): Props {
  const changed: Record<string, unknown> = {};
  for (const name of SHOWN_ATTRIBUTES) {
    const value = props[name];
    if (typeof value === 'string' && hasHidden(value)) changed[name] = showHidden(value);
  }
  const children = visibleChild(type, props.children);
  if (children !== props.children) changed.children = children;
  return Object.keys(changed).length === 0 ? props : { ...props, ...changed };
}

/** Elements of the page, and what stands for none: fragments and providers. Components get their texts as they are. */
const isRendered = (type: unknown): boolean =>
  typeof type === 'string' ||
  typeof type === 'symbol' ||
  (typeof type === 'object' && type !== null && '$$typeof' in type && type.$$typeof === CONTEXT);

type Component = (props: Props) => unknown;
const visibleComponents = new WeakMap<Component, Component>();

/** A component may return a text alone, without an element around it: then that is what passes. */
function visibleComponent(component: Component): Component {
  const known = visibleComponents.get(component);
  if (known || component.prototype?.isReactComponent) return known ?? component;
  const visible = (props: Props) => visibleChild(component, component(props));
  visibleComponents.set(component, visible);
  return visible;
}

const visibleType = (type: unknown): unknown =>
  typeof type === 'function' ? visibleComponent(type as Component) : type;

const fromJsx =
  (create: Create): Create =>
  (type, props, ...rest) =>
    create(
      visibleType(type),
      isRendered(type) && props !== null ? visibleProps(type, props) : props,
      ...rest,
    );

const fromCall =
  (create: Create): Create =>
  (type, props, ...children) =>
    isRendered(type)
      ? create(type, props && visibleProps(type, props), ...visibleChildren(type, children))
      : create(visibleType(type), props, ...children);

/** Before the first element is made. */
export function makeTextVisible(): void {
  Object.assign(React, { createElement: fromCall(createElement as Create) });
  Object.assign(runtime, {
    jsx: fromJsx(runtime.jsx as Create),
    jsxs: fromJsx(runtime.jsxs as Create),
  });
}
