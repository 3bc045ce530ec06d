export type { RenderingDeps, RenderingJobDeps } from './deps.ts'
export type { ExportLimit } from './exports/export-format.ts'
export { countExports } from './exports/count-exports.ts'
export { eraseExportJob } from './exports/erase-job.ts'
export { openExport } from './exports/export-file.ts'
export { fontRoutes } from './font-routes.ts'
export {
  discardRemovedExports,
  filesOfExports,
  hideExport,
  listExportsOf,
  storedExports,
  type StoredExport,
  unhideExport,
} from './exports/stored-exports.ts'
export type { StoredLogo } from './local-logos.ts'
export { type NamedFont, namedFonts, type StoredOwnFont } from './own-font-files.ts'
export { endRendersOf, renderingProcedures, transferRenders } from './procedures.ts'
export { renderJob } from './exports/render-job.ts'
export { renderRoutes } from './routes.ts'
export { OpeningStills } from './stills/opening-stills.ts'
export { stillRoutes } from './stills/still-routes.ts'
export { makeSampleClip } from './burn-in/sample-clip.ts'
export { socialPicture } from './pictures/social-picture.ts'
export { templatePictures } from './pictures/template-pictures.ts'
