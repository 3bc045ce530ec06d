export { Editor, type EditorProps } from './editor.tsx'
export type { PlayerClock } from './player.ts'
export type { EditorSlots, ExportPanelSlot, PreviewSlot, TemplateLook, TemplatePickerSlot } from './slots.ts'
