import { useEffect, useMemo, useRef } from 'react'
import {
  applyPatches,
  type DescribedField,
  describeLook,
  lookDifference,
  type LookPatch,
  mergePatches,
  patchAt,
  pathsOf,
  perWordFields,
  type SavedLook,
  surpriseLook,
  type Template,
} from '#features/templates/model/index.ts'
import { type Command, templateOf } from '../../model/index.ts'
import { useActions, useEditor, useOpenEditor } from '../store/editor-context.ts'
import type { EditorState } from '../store/editor-state.ts'
import { pasteCommands } from './paste-look.ts'
import { patchesUpTo, patchOf, resetCommands, resetFieldCommands, type StyleScope } from '../store/style-scope.ts'
import { useAfterPaint } from '../store/use-after-paint.ts'

/** Pause after which a dragged value becomes one edit, ms. */
const REST_MS = 600

/** What changes the style of the chosen scope; the same functions for the whole life of an editor. */
export type StyleActions = ReturnType<typeof useStyleActions>

/** The patches that the panel shows, of each scope. */
export type ShownPatches = Readonly<Record<StyleScope, LookPatch | undefined>>

/**
 * The style of the chosen scope while it is dragged: on the letters at once, saved after a pause. The panel shows it once
 * the letters are painted. Until then `tried` is the change that only the dragged control shows.
 */
export function useStyleDraft() {
  const scope = useEditor(({ styling }) => styling.scope)
  const all = useEditor((state) => patchOf(state, 'all'))
  const cue = useEditor((state) => patchOf(state, 'cue'))
  const words = useEditor((state) => patchOf(state, 'words'))
  const change = useEditor(({ draft, selection }) => (draft?.selection === selection ? draft.change : undefined))
  const isDragged = useEditor(({ draft }) => draft !== null)
  const newest: ShownPatches = useMemo(() => ({ all, cue, words }), [all, cue, words])
  const painted = useAfterPaint(newest)
  const patches = isDragged ? painted : newest
  return { scope, patches, tried: patches === newest ? undefined : change, actions: useStyleActions() }
}

function useStyleActions() {
  const { store } = useOpenEditor()
  const { drag, drop, edit } = useActions()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(resting.current)
      drop()
    },
    [drop],
  )
  return useMemo(() => {
    /** Saves what is dragged, then the commands as one edit. */
    function apply(commandsOf: (state: EditorState) => Command[]): void {
      clearTimeout(resting.current)
      drop()
      edit(commandsOf(store.getState()))
    }
    return {
      drop,
      change(field: DescribedField, value: unknown) {
        drag(changeOf(templateOf(store.getState().doc), field, value))
        clearTimeout(resting.current)
        resting.current = setTimeout(drop, REST_MS)
      },
      resetField: (field: DescribedField) =>
        apply((state) => resetFieldCommands(state.doc, targetOf(state), [field.path, ...furtherPaths(field)])),
      reset: () => apply((state) => resetCommands(state.doc, targetOf(state))),
      surprise() {
        // What is dragged until now is another edit.
        apply(() => [])
        const patch = surpriseLook(Math.random() * 2 ** 32)
        drag(store.getState().styling.scope === 'words' ? perWordFields(patch) : patch)
        drop()
      },
      copied: () => copiedFrom(store.getState()),
      paste: (look: SavedLook) => apply((state) => pasteCommands(state.doc, targetOf(state), look)),
    }
  }, [store, drag, drop, edit])
}

function targetOf({ styling: { scope }, selection }: EditorState) {
  return { scope, selection }
}

/** The look of the chosen scope, with what it follows. */
function copiedFrom(state: EditorState): SavedLook {
  const { w, h } = state.doc.media
  const template = templateOf(state.doc)
  const patches = patchesUpTo(state.styling.scope, {
    all: patchOf(state, 'all'),
    cue: patchOf(state, 'cue'),
    words: patchOf(state, 'words'),
  })
  const merged = patches.reduce(mergePatches, {})
  const patch = lookDifference(template, [], applyPatches(template, patches)) ?? merged
  return { template: { id: template.id, version: template.version }, patch, shape: { w, h } }
}

/** The patch of a change, with the further changes of a chosen value. Switching a part on restores the template's. */
function changeOf(template: Template, field: DescribedField, value: unknown): LookPatch {
  const isSwitchedOn = field.control === 'section' && value !== null
  const own = isSwitchedOn ? describeLook(template).find(({ path }) => path === field.path)?.value : undefined
  return mergePatches(alsoOf(field, value), patchAt(field.path, own ?? value))
}

/** The fields that were set together with the chosen value. */
function furtherPaths(field: DescribedField): string[] {
  return pathsOf(alsoOf(field, field.value))
}

function alsoOf(field: DescribedField, value: unknown): LookPatch {
  const also: Readonly<Record<string, LookPatch | undefined>> = field.control === 'choice' ? (field.also ?? {}) : {}
  return also[String(value)] ?? {}
}
