import { z } from 'zod'
import type { CaptionDocument } from '../document.ts'
import { Overlays } from '../document/overlay.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Sets the title, closing card, logo or progress bar; null removes one, and absent ones stay. */
export const setOverlays = defineCommand({
  schema: z.strictObject({ type: z.literal('setOverlays'), overlays: Overlays }),
  label: ({ overlays }) => labelOf(overlays),
  steps: () => 1,
  edit: (doc, { overlays }) => ({ parts: { overlays: withOverlays(doc, overlays) } }),
  keepsPromises: false,
  isRestyling: true,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})

const NAMES = { title: 'title', closing: 'closing card', logo: 'logo', progress: 'progress bar' } as const
type Name = keyof typeof NAMES

function labelOf(overlays: Overlays): string {
  const set = OVERLAYS.filter((name) => overlays[name] !== undefined)
  const [only, ...others] = set
  if (only === undefined || others.length > 0) return 'Change the title and end'
  return `${overlays[only] === null ? 'Remove' : 'Change'} the ${NAMES[only]}`
}

const OVERLAYS: readonly Name[] = ['title', 'closing', 'logo', 'progress']

function withOverlays({ overlays: before }: CaptionDocument, changed: Overlays): Overlays | null {
  const kept = Object.entries({ ...before, ...changed }).filter(([, value]) => (value ?? null) !== null)
  return kept.length === 0 ? null : Overlays.parse(Object.fromEntries(kept))
}
