export { CaptionCanvas, type FrameClock } from './caption-canvas.tsx'
export { loadCaptionFonts } from './caption-fonts.ts'
export { ExportPanel, type ExportPanelProps } from './export-panel.tsx'
export { TemplatePicker, type TemplatePickerProps } from './template-picker.tsx'
