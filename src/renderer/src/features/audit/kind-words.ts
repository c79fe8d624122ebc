// What kinds of actions and events are called. A kind that nobody has words for, such as one of a later version, stands spelt out.
import { useTranslation } from 'react-i18next';
import { audit } from './catalogue.ts';

const isAction = (kind: string): kind is keyof typeof audit.action => Object.hasOwn(audit.action, kind);
const isEvent = (kind: string): kind is keyof typeof audit.event => Object.hasOwn(audit.event, kind);

/** `some_name.ofThis` as words. */
export function spelt(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[._\s]+/)
    .join(' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for an action's kind (`decision`) or an event's (`fact.inserted`, `action.decision`). */
export function useKindWords(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => {
    const action = kind.replace(/^action\./, '');
    if (isAction(action)) return t(`audit.action.${action}`);
    const event = kind.replaceAll('.', '_');
    return isEvent(event) ? t(`audit.event.${event}`) : spelt(kind);
  };
}
