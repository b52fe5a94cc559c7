/** Each function is sent to the browser as source text (see {@link expressionOf}), so it must be self-contained. */

export type ControlKind = 'button' | 'link' | 'entry'

export interface Wanted {
  readonly kind: ControlKind
  /** The whole accessible name. */
  readonly name: string
}

/** A clickable control, or the problem. */
export type Found =
  | { readonly point: Point; readonly problem: null }
  | { readonly point: null; readonly problem: string }

/** Scrolls to the control in the open dialog, or in the page without one. */
export function findControl({ kind, name }: Wanted): Found {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: HTMLElement) => {
    const given = element.getAttribute('aria-label')
    if (given !== null) return tidy(given)
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy !== null)
      return tidy(
        labelledBy
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' '),
      )
    const labels = (element as HTMLInputElement).labels
    if (labels !== null && labels !== undefined && labels.length > 0) return tidy(labels[0]?.textContent)
    return tidy(element.textContent)
  }
  const selector = { button: 'button', link: 'a[href]', entry: 'input, textarea, select' }[kind]
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  const all = [...(dialogs.at(-1) ?? document).querySelectorAll<HTMLElement>(selector)]
  const shown = all.filter((element) => element.getClientRects().length > 0)
  const fitting = shown.filter((element) => nameOf(element) === name)
  const [control] = fitting
  if (control === undefined || fitting.length > 1)
    return {
      point: null,
      problem: `${fitting.length} of kind ${kind} are named “${name}” among: ${shown.map(nameOf).join(' | ')}`,
    }
  if ((control as HTMLButtonElement).disabled) return { point: null, problem: `“${name}” is disabled` }
  control.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = control.getBoundingClientRect()
  const point = { x: left + width / 2, y: top + height / 2 }
  const hit = document.elementFromPoint(point.x, point.y)
  if (hit === null || !(control.contains(hit) || hit.contains(control)))
    return { point: null, problem: `“${name}” is covered by ${hit?.outerHTML.slice(0, 100) ?? 'nothing'}` }
  return { point, problem: null }
}

/** A checkbox or a radio button has `true` or `false`. */
export function valueNamed(name: string): string | boolean | null {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  for (const entry of root.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    const labelledBy = entry.getAttribute('aria-labelledby')
    const named = [
      tidy(entry.labels?.[0]?.textContent),
      tidy(entry.getAttribute('aria-label')),
      tidy(labelledBy === null ? '' : document.getElementById(labelledBy)?.textContent),
    ]
    if (named.includes(name)) return entry.type === 'checkbox' || entry.type === 'radio' ? entry.checked : entry.value
  }
  return null
}

export interface OpenDialog {
  readonly title: string
  /** Visible height of the scrolling part; 0 without one. */
  readonly bodyHeight: number
  readonly isInsideWindow: boolean
  /** Buttons partly outside the window or the dialog. */
  readonly cutButtons: readonly string[]
  /** Whether content is wider than the dialog. */
  readonly scrollsSideways: boolean
  /** Groups with space below their last entry. */
  readonly groupsWithGap: readonly string[]
  readonly hasFocus: boolean
}

/** The dialog on top, or null. */
export function openDialog(): OpenDialog | null {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  if (dialog === undefined) return null
  const outer = dialog.getBoundingClientRect()
  const body = dialog.querySelector<HTMLElement>('[data-testid="dialog-body"]')
  const inWindow = (box: DOMRect) =>
    box.top >= 0 && box.left >= 0 && box.bottom <= window.innerHeight && box.right <= window.innerWidth
  const inDialog = (box: DOMRect) => box.bottom <= outer.bottom + 1 && box.right <= outer.right + 1
  const buttons = [...dialog.querySelectorAll('button')].filter((button) => !body?.contains(button))
  return {
    title: dialog.querySelector('h2')?.textContent ?? '',
    bodyHeight: body?.clientHeight ?? 0,
    isInsideWindow: inWindow(outer),
    cutButtons: buttons
      .filter((button) => !inWindow(button.getBoundingClientRect()) || !inDialog(button.getBoundingClientRect()))
      .map((button) => button.textContent || button.getAttribute('aria-label') || '?'),
    scrollsSideways: [dialog, body].some((box) => box !== null && box.scrollWidth > box.clientWidth + 1),
    groupsWithGap: [...dialog.querySelectorAll('fieldset')]
      .filter((group) => {
        const last = group.lastElementChild
        return last !== null && group.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom > 2
      })
      .map((group) => group.querySelector('legend')?.textContent ?? '?'),
    hasFocus: dialog.contains(document.activeElement),
  }
}

export function expressionOf<A>(question: (input: A) => unknown, input: A): string {
  return `(${question.toString()})(${input === undefined ? '' : JSON.stringify(input)})`
}

export interface Point {
  readonly x: number
  readonly y: number
}
