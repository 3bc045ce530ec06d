import { Film } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import type { Project } from '../../model/contract.ts'

/** The pointer rests this long on a row before its preview loads, ms: crossing the list loads nothing. */
const REST_MS = 150
const FINE_POINTER = '(hover: hover) and (pointer: fine)'
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
/** Width by height of the space in a row. */
const FRAME_RATIO = 1.4

type VideoThumbnailProps = {
  readonly project: Pick<Project, 'assets' | 'probe'>
  /** The element whose hover or focus plays the preview. */
  readonly row: RefObject<HTMLElement | null>
}

/** The poster in the shape of the video; plays the muted preview while the row has pointer or keyboard focus. */
export function VideoThumbnail({ project: { assets, probe }, row }: VideoThumbnailProps) {
  const isPointedAt = useAttention(row)
  const ratio = probe === null ? 1 : probe.width / probe.height
  return (
    <span aria-hidden="true" className="grid h-15 w-21 shrink-0 place-items-center sm:h-20 sm:w-28">
      <span
        style={{ aspectRatio: ratio }}
        className={classNames(
          'relative grid place-items-center overflow-hidden rounded-md bg-raised text-faint',
          ratio > FRAME_RATIO ? 'w-full' : 'h-full',
        )}
      >
        {assets.poster === null ? (
          <Film className="size-6" strokeWidth={1.5} />
        ) : (
          <img src={assets.poster} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
        )}
        {isPointedAt && assets.preview !== null && (
          <video
            src={assets.preview}
            autoPlay
            muted
            loop
            playsInline
            tabIndex={-1}
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </span>
    </span>
  )
}

/** True while a mouse rests on the element or the keyboard is in it; never on touch or with reduced motion. */
function useAttention(row: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setIsPointedAt] = useState(false)
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const listening = new AbortController()
    const { signal } = listening
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      if (!matchMedia(FINE_POINTER).matches || matchMedia(REDUCED_MOTION).matches) return
      clearTimeout(timer)
      timer = setTimeout(() => setIsPointedAt(true), REST_MS)
    }
    const stop = () => {
      clearTimeout(timer)
      setIsPointedAt(false)
    }
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) start()
    }
    element.addEventListener('pointerenter', start, { signal })
    element.addEventListener('pointerleave', stop, { signal })
    element.addEventListener('focusin', focus, { signal })
    element.addEventListener('focusout', stop, { signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [row])
  return isPointedAt
}
