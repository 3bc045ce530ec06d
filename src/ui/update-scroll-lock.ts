/** Stops the page from scrolling, as `base.css` says, while a dialog is open. Call after one opens or closes. */
export function updateScrollLock(): void {
  const isLocked = document.querySelector('dialog:modal') !== null
  document.documentElement.toggleAttribute('data-locked', isLocked)
}
