// Hands a text to other programs.

/** Whether it worked. Only pages from a safe address may use the clipboard; elsewhere the old way usually works. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else return copySelected(text);
    return true;
  } catch {
    return false;
  }
}

function copySelected(text: string): boolean {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
