import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { allows } from '#features/collaboration/model/index.ts'
import type { CaptionDocument } from '../../model/index.ts'
import type { EditorActions, EditorState, EditorStore } from './editor-store.ts'
import type { Player } from '../playback/player.ts'

/** Shared objects of one open editor. */
export type OpenEditor = { readonly store: EditorStore; readonly player: Player }

/** Provided by `Editor`. */
export const EditorContext = createContext<OpenEditor | null>(null)

/** The open editor around this component. */
export function useOpenEditor(): OpenEditor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('this component belongs inside an open editor')
  return editor
}

/** A part of the editor's state; the component rerenders when it changes. */
export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useOpenEditor().store, select)
}

/** Whether the person may edit the captions, by suggestions at least. */
export function useMayEdit(): boolean {
  return useEditor(({ access }) => allows(access, 'suggest'))
}

/** Whether the person reads and writes comments. */
export function useMayComment(): boolean {
  return useEditor(({ access }) => allows(access, 'comment'))
}

/** Whether the person writes comments: an operator who views the pages of another user only reads theirs. */
export function useMayWriteComments(): boolean {
  return useEditor(({ access, isViewing }) => !isViewing && allows(access, 'comment'))
}

/** Whether the person may change the captions themselves, not only suggest. */
export function useHasEditAccess(): boolean {
  return useEditor(({ access }) => allows(access, 'edit'))
}

/** The actions of the editor. */
export function useActions(): EditorActions {
  return useOpenEditor().store.actions
}

/** The document with all edits so far. */
export function useDocument(): CaptionDocument {
  return useEditor(({ doc }) => doc)
}
