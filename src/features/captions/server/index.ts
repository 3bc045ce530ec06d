export { type CaptionedProject, createDocumentFor, type Heard } from './create-document.ts'
export { documentOf } from './documents.ts'
export { captionsProcedures } from './procedures.ts'
export { captionsRoutes } from './routes.ts'
