export { Editor } from './editor.tsx'
export { EditorBrand } from './editor-brand.ts'
export { createPlayer, type Player, type PlayerClock } from './player.ts'
export { readDocumentAt } from './read-document.ts'
export type {
  CommentMarksSlot,
  CommentsSlot,
  EditorProps,
  EditorSlots,
  ExportPanelSlot,
  PreviewSlot,
  TemplatePickerSlot,
} from './slots.ts'
export { LibrarySearch } from './search/library-search.tsx'
export { usePlaying } from './use-playing.ts'
