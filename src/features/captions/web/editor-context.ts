import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { CaptionDocument } from '../model/index.ts'
import type { EditorActions, EditorState, EditorStore } from './editor-store.ts'
import type { Player } from './player.ts'

/** What the parts of one open editor share. */
export type OpenEditor = { readonly store: EditorStore; readonly player: Player }

/** Given by `Editor`. */
export const EditorContext = createContext<OpenEditor | null>(null)

/** The open editor around this component. */
export function useOpenEditor(): OpenEditor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('this component belongs inside an open editor')
  return editor
}

/** A part of the editor's state; the component renders again when it changes. */
export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useOpenEditor().store, select)
}

/** Whether the person may change the captions, not only look at them. */
export function useMayEdit(): boolean {
  return useEditor(({ access }) => access !== 'viewer')
}

/** What can be done in the editor. */
export function useActions(): EditorActions {
  return useOpenEditor().store.actions
}

/** The document with the edits made so far. */
export function useDocument(): CaptionDocument {
  return useEditor(({ doc }) => doc)
}
