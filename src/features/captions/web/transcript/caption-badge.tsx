import type { ReactNode } from 'react'
import { useMayEdit } from '../store/editor-context.ts'

type CaptionBadgeProps = {
  /** The fault of the caption, without a stop. */
  readonly label: string
  /** What a press does, as a command. */
  readonly cure: string
  readonly icon: ReactNode
  /** Without it, and for people who may not edit, the badge only informs. */
  readonly onCure?: (() => void) | undefined
}

/** Marks a caption that has a fault; a press cures it. */
export function CaptionBadge({ label, cure, icon, onCure }: CaptionBadgeProps) {
  const mayEdit = useMayEdit()
  if (!mayEdit || onCure === undefined)
    return (
      <span role="img" aria-label={label} title={label} className={LOOK}>
        {icon}
      </span>
    )
  return (
    <button
      ref={passFocusOn}
      type="button"
      aria-label={`${label}: ${cure}`}
      title={`${label}. Press to ${cure}.`}
      onClick={onCure}
      className={`${LOOK} hit-target hover:bg-hover`}
    >
      {icon}
    </button>
  )
}

/** The badge goes with its fault: the focus passes on to the first word of the caption, which is then selected. */
function passFocusOn(badge: HTMLElement | null) {
  return () => {
    if (badge === null || document.activeElement !== badge) return
    const word = badge.closest('[data-cue]')?.querySelector<HTMLElement>('[data-word]')
    // While React changes the page, it ignores events: the transcript would not select the word.
    queueMicrotask(() => word?.focus({ preventScroll: true }))
  }
}

const LOOK = 'grid size-7 shrink-0 place-items-center self-start rounded-sm text-warning [&_svg]:size-4'
