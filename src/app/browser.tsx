import './app.css'

/** Where the browser's code begins: what the server drew is painted before anything else is done. */
await painted()
const { takeOver } = await import('./take-over.tsx')
await takeOver()

/** Comes back after the first picture, or after a second: nothing is painted in a tab that nobody sees. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 1_000)
  })
}
