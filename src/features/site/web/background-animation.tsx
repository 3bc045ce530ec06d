import { useEffect, useState, useSyncExternalStore } from 'react'
import { backgroundMoves, conditionsHere, onConditionsChange } from './background-conditions.ts'
import './background-animation.css'

/** The page comes first: the background joins it this much later (spec §9, app render delay). */
const DELAY_MS = 300

/** Quiet lines of caption blocks that light up in turn behind the first view. Decoration only; see the conditions. */
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

/** Blocks of a caption, as wide as words are. */
const ROWS = [
  [4, 7, 3, 9, 5],
  [8, 3, 6, 4, 10],
  [3, 9, 5, 7, 4],
  [6, 4, 10, 3, 7],
  [9, 5, 4, 8, 3],
]

/** One word after the other in a line, and each line a little later. */
function delayOf(row: number, word: number): number {
  return row * 2.2 + word * 0.7 - 12
}
