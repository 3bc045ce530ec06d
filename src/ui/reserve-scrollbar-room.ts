/**
 * Call before scrolling is locked: notes whether the page's scrollbar takes room, for `base.css` to keep. A page that
 * does not scroll, or whose scrollbar lies over it, has none to keep.
 */
export function reserveScrollbarRoom(): void {
  const { clientWidth, dataset } = document.documentElement
  if (innerWidth > clientWidth) dataset['scrollbarRoom'] = ''
  else delete dataset['scrollbarRoom']
}
