// Binds the registry's key bindings to the window through tinykeys. Bare keys act only outside of fields and dialogs,
// never on key repeat, and not at all when the operator turned them off (WCAG 2.1.4).
import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { useAppearance } from '../session/appearance.ts';
import { allCommands, isSingleKey, useRegistry } from '../session/commands.ts';

/** Where letters are typed; a box that is ticked is none. */
const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** A panel that is a dialog only because the window is narrow keeps its screen's keys: it carries `data-keys`. */
const DIALOG = '[role="dialog"]:not([data-keys]), [role="alertdialog"]';

const inside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export function useShortcuts(): void {
  const sets = useRegistry((s) => s.sets);
  const singleKeys = useAppearance((s) => s.singleKeys);
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {};
    for (const { keys, run, disabled } of allCommands(sets)) {
      if (!keys || disabled || (isSingleKey(keys) && !singleKeys)) continue;
      bindings[keys] = (event) => {
        event.preventDefault();
        run();
      };
    }
    const ignore = (event: KeyboardEvent): boolean => {
      if (event.repeat) return true;
      // In a field, undo is the field's own.
      if (/^z$/i.test(event.key) && inside(event.target, FIELD)) return true;
      if (event.ctrlKey || event.metaKey) return false;
      return inside(event.target, FIELD) || inside(event.target, DIALOG);
    };
    return tinykeys(window, bindings, { ignore });
  }, [sets, singleKeys]);
}
