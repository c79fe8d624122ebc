// The operator's word by key, on the card that is in sight, wherever it is shown. Yes takes two presses: the first puts the focus on the button, or in
// the field where high risk wants a name. A held key repeats, and repeats are no presses (app/shortcuts.ts).

/** On the card that has the focus, where several are in sight; else on the first. */
function find(selector: string): HTMLElement | null {
  const here = document.activeElement?.closest('[data-approval], [data-plan]') ?? document;
  const wanted = `[data-decide] ${selector}`;
  const own = document.activeElement?.querySelector<HTMLElement>(`[data-approval] ${wanted}`);
  return own ?? here.querySelector<HTMLElement>(wanted) ?? document.querySelector<HTMLElement>(wanted);
}

/** First the field for the name, where there is one; else the button, and pressed when it has the focus. */
export function approveByKey(): void {
  const field = find('[data-typed] input');
  const button = find('[data-approve] button');
  if (field) field.focus();
  else if (button && document.activeElement === button) button.click();
  else button?.focus();
}

/** Opens what asks for the reason, for other arguments, or for a rule. */
export const openByKey = (what: 'deny' | 'edit' | 'rule'): void => find(`[data-${what}] button`)?.click();
