export { BrandKitPanel } from './brand-kit-panel.tsx'
export { OwnFontsPanel } from './own-fonts-panel.tsx'
export { ownFontLabel } from './own-font-label.ts'
export { ownFontUrl, useProjectFonts, useProjectKit } from './queries.ts'
