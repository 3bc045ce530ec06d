export { Editor } from './editor.tsx'
export type { PlayerClock } from './player.ts'
export type { EditorProps, EditorSlots, ExportPanelSlot, PreviewSlot, TemplatePickerSlot } from './slots.ts'
