/** Aborts when the person at the terminal presses Ctrl-C or the system stops this command. @param sentence its reason */
export function stopSignal(sentence: string): AbortSignal {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error(sentence))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return stopping.signal
}
