/**
 * Call before locking scrolling: records whether the page's scrollbar takes up space, which `base.css` then preserves.
 * A page that does not scroll, or has an overlay scrollbar, needs none.
 */
export function reserveScrollbarRoom(): void {
  const { clientWidth, dataset } = document.documentElement
  if (innerWidth > clientWidth) dataset['scrollbarRoom'] = ''
  else delete dataset['scrollbarRoom']
}
