import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { AnchoredPopover } from '#ui/popover.tsx'
import { TOUR_STEPS, type TourStep } from './tour-steps.ts'
import './tour.css'

/** The tour of the editor, one step at a time beside what it explains. Escape and “Skip” end it. */
export function Tour({ onEnd }: { onEnd(): void }) {
  const [at, setAt] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  const [focusedBefore] = useState(() => document.activeElement)
  const step = TOUR_STEPS[at]
  const target = useTarget(step)
  if (step === undefined || target === null) return null
  const isLast = at === TOUR_STEPS.length - 1
  return (
    <AnchoredPopover
      anchor={target}
      open
      onClose={onEnd}
      title={step.title}
      side={step.side}
      isSticky
      initialFocus={next}
      finalFocus={() => focusAfter(focusedBefore)}
    >
      <p className="text-muted">{step.text}</p>
      <div className="flex items-center gap-1.5">
        <p className="tabular mr-auto text-xs text-faint">
          Step {at + 1} of {TOUR_STEPS.length}
        </p>
        {!isLast && (
          <Button size="sm" variant="ghost" onClick={onEnd}>
            Skip
          </Button>
        )}
        {at > 0 && (
          <Button size="sm" onClick={() => setAt(at - 1)}>
            Back
          </Button>
        )}
        <Button ref={next} size="sm" variant="primary" onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
      {/* The title changes while the focus stays on the button. */}
      <p role="status" className="sr-only">
        {step.title}. {step.text}
      </p>
    </AnchoredPopover>
  )
}

/** What a step points at, outlined and scrolled into view; found again when the layout changes. */
function useTarget(step: TourStep | undefined): Element | null {
  const [target, setTarget] = useState<Element | null>(null)
  useEffect(() => {
    const find = () => setTarget(step === undefined ? null : findTarget(step))
    find()
    // The editor moves its parts when the window changes, some of them only in its next frame.
    const observer = new ResizeObserver(find)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [step])
  useEffect(() => {
    target?.setAttribute('data-tour-target', '')
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return () => target?.removeAttribute('data-tour-target')
  }, [target])
  return target
}

/**
 * On a first visit nothing has the focus, or a button that is gone by now: then the keyboard goes on at the words,
 * instead of behind the last element of the page.
 */
function focusAfter(before: Element | null): HTMLElement | null | false {
  const active = document.activeElement
  const isElsewhere = active !== null && active !== document.body && active.closest('[role=dialog]') === null
  if (isElsewhere) return false
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) return before
  return document.querySelector<HTMLElement>('[data-word][tabindex="0"]')
}

function findTarget({ targets }: TourStep): Element | null {
  const found = targets.map((selector) => document.querySelector(selector))
  return found.find((element) => element !== null && element.getClientRects().length > 0) ?? null
}
