/**
 * Runs in the page. @returns what is wrong with the focus on screen; undefined if the focused element, or the control
 * drawn for it, has a ring that is not clipped, or is the highlighted item of a menu
 */
export function focusFault(): string | undefined {
  const LEAST_RING_PX = 2
  /** A native radio button is drawn by its label, a strip by its frame. */
  const MOST_PARENTS = 3
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus'
  // The browser draws the focus in its own controls.
  if (focused instanceof HTMLMediaElement && focused.controls) return undefined
  const name = `<${focused.localName} ${focused.role ?? ''} ${focused.ariaLabel ?? focused.textContent.slice(0, 40)}>`
  if (!focused.matches(':focus-visible')) return `${name} does not match :focus-visible`
  const drawn = drawnFor(focused).find(hasRing)
  if (drawn === undefined) return `${name} has no focus ring`
  const shown = visibleBox(drawn)
  return shown.width > 0 && shown.height > 0 ? undefined : `the focus ring of ${name} is outside of what is visible`

  function drawnFor(element: HTMLElement): HTMLElement[] {
    const parents: HTMLElement[] = []
    for (let parent = element.parentElement; parent !== null && parents.length < MOST_PARENTS;) {
      parents.push(parent)
      parent = parent.parentElement
    }
    const children = [...element.children].filter((child) => child instanceof HTMLElement)
    return [element, ...children, ...parents]
  }

  function hasRing(element: HTMLElement): boolean {
    const { outlineStyle, outlineWidth, outlineColor, backgroundColor, opacity } = getComputedStyle(element)
    const isTransparent = (color: string) => color === 'transparent' || /[,/]\s*0\)$/.test(color)
    if (Number(opacity) === 0) return false
    if (element === focused && element.role === 'menuitem') return !isTransparent(backgroundColor)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= LEAST_RING_PX && !isTransparent(outlineColor)
  }

  /** The part of an element that no scrolled container and no edge of the window hides. */
  function visibleBox(element: HTMLElement): DOMRect {
    let { left, top, right, bottom } = element.getBoundingClientRect()
    const clip = (box: { left: number; top: number; right: number; bottom: number }) => {
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
      if (getComputedStyle(parent).overflow !== 'visible') clip(parent.getBoundingClientRect())
    clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
}
