import { useEffect, useState } from 'react'

/** Returns a value as it was until the browser has painted the page with the new one; in a hidden page, until it shows. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame is painted between its callbacks and the next task.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(value))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}
