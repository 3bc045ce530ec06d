export type { RenderingDeps, RenderingJobDeps } from './deps.ts'
export type { ExportLimit } from './export-format.ts'
export { countExports } from './count-exports.ts'
export { eraseExportJob } from './erase-job.ts'
export { openExport } from './export-file.ts'
export { fontRoutes } from './font-routes.ts'
export {
  discardRemovedExports,
  filesOfExports,
  hideExport,
  listExportsOf,
  storedExports,
  type StoredExport,
  unhideExport,
} from './stored-exports.ts'
export type { StoredLogo } from './local-logos.ts'
export { type NamedFont, namedFonts, type StoredOwnFont } from './own-font-files.ts'
export { endRendersOf, renderingProcedures, transferRenders } from './procedures.ts'
export { renderJob } from './render-job.ts'
export { renderRoutes } from './routes.ts'
export { makeSampleClip } from './sample-clip.ts'
export { socialPicture } from './social-picture.ts'
export { templatePictures } from './template-pictures.ts'
