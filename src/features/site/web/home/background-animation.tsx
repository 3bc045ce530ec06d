import { useEffect, useState, useSyncExternalStore } from 'react'
import { backgroundMoves, conditionsHere, onConditionsChange } from './background-conditions.ts'
import './background-animation.css'

/** Delay of the background after the page (spec §9, app render delay). */
const DELAY_MS = 300

/**
 * Lines of caption blocks that light up in turn behind the hero. Decorative; see `backgroundMoves` for its conditions.
 */
export function BackgroundAnimation() {
  const moves = useSyncExternalStore(
    onConditionsChange,
    () => backgroundMoves(conditionsHere()),
    () => false,
  )
  const due = useDelay(DELAY_MS)
  if (!moves || !due) return null
  return (
    <div aria-hidden="true" data-testid="background" className="background-animation">
      {ROWS.map((row, index) => (
        <p key={row.join(' ')}>
          {row.map((width, at) => (
            <i key={width} style={{ width: `${width}rem`, animationDelay: `${delayOf(index, at)}s` }} />
          ))}
        </p>
      ))}
    </div>
  )
}

function useDelay(ms: number): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due
}

/** Widths of caption blocks, like those of words. */
const ROWS = [
  [4, 7, 3, 9, 5],
  [8, 3, 6, 4, 10],
  [3, 9, 5, 7, 4],
  [6, 4, 10, 3, 7],
  [9, 5, 4, 8, 3],
]

/** Delays words within a line one after another, and each line a little more. */
function delayOf(row: number, word: number): number {
  return row * 2.2 + word * 0.7 - 12
}
