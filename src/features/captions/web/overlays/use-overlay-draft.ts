import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type LookPatch, mergePatches } from '#features/templates/model/index.ts'
import type { Command, Overlays } from '../../model/index.ts'
import { useActions, useEditor } from '../store/editor-context.ts'

/** Pause after which typing or dragging becomes one edit, ms. */
const REST_MS = 400

type Name = 'title' | 'closing' | 'progress' | 'logo'
type Overlay<N extends Name> = NonNullable<Overlays[N]>
type Draft<N extends Name> = { readonly overlay: Overlay<N>; readonly look: LookPatch | undefined }

/** One overlay while it is changed, and its own look; null while the video has none. */
export function useOverlayDraft<N extends Name>(name: N) {
  const { edit } = useActions()
  const saved = useEditor(({ doc }) => doc.overlays?.[name] ?? null)
  const styles = useEditor(({ doc }) => doc.styles)
  const [draft, setDraft] = useState<Draft<N> | null>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const styleId = `overlay-${name}`

  const commit = useEffectEvent(() => {
    if (draft === null || isIncomplete(draft.overlay)) return
    clearTimeout(resting.current)
    setDraft(null)
    const { look } = draft
    const overlay = withoutAbsent(draft.overlay)
    const commands: Command[] =
      look === undefined
        ? [{ type: 'setOverlays', overlays: { [name]: overlay } }]
        : [
            { type: 'setStyle', styleId, patch: look },
            { type: 'setOverlays', overlays: { [name]: { ...overlay, styleId } } },
          ]
    edit(commands)
  })
  useEffect(() => () => commit(), [])
  useEffect(() => {
    if (draft === null) return
    resting.current = setTimeout(() => commit(), REST_MS)
    return () => clearTimeout(resting.current)
  }, [draft])

  const change = useCallback(
    (changed: Partial<Overlay<N>>, look?: LookPatch) =>
      setDraft((before) => {
        const overlay = before?.overlay ?? saved
        if (overlay === null) return null
        const own = before?.look ?? (look === undefined ? undefined : (styles[styleId] ?? {}))
        // The saved overlay of this name with some of its fields: the compiler cannot follow the name.
        const next = { ...overlay, ...changed } as Overlay<N>
        return { overlay: next, look: look === undefined ? own : mergePatches(own ?? {}, look) }
      }),
    [saved, styles, styleId],
  )
  const set = useCallback(
    (overlay: Overlay<N> | null) => {
      setDraft(null)
      edit([{ type: 'setOverlays', overlays: { [name]: overlay } }])
    },
    [edit, name],
  )
  return { value: draft?.overlay ?? saved, look: draft?.look, change, set }
}

/** A title without a text is not saved; the field says so. */
function isIncomplete(overlay: Overlay<Name>): boolean {
  return 't0' in overlay && 'text' in overlay && overlay.text === ''
}

/** Without fields that were switched off: an absent part has one form. */
function withoutAbsent<Part extends object>(overlay: Part): Part {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields that may be undefined are optional
  return Object.fromEntries(Object.entries(overlay).filter(([, value]) => value !== undefined)) as Part
}
