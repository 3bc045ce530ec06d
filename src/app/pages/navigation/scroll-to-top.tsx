import { ArrowUp } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { useScrolled } from './use-scrolled.ts'

/** Pixels of scrolling after which the button appears (spec §9). */
const OFFERED_PX = 300

/** A button that scrolls a long page to its top. */
export function ScrollToTop() {
  if (!useScrolled(OFFERED_PX)) return null
  return (
    <div className="fixed right-4 bottom-4 z-20 animate-[spinner-in_140ms]">
      <IconButton
        label="Scroll to top"
        tooltipSide="top"
        variant="secondary"
        size="lg"
        icon={<ArrowUp aria-hidden="true" />}
        className="rounded-full shadow-float"
        onClick={toTop}
      />
    </div>
  )
}

function toTop(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' })
}
