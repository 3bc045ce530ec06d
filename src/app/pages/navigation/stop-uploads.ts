// Imported alone: a dynamic import of the feature's index would load the editor with it.
export { stopUploads } from '#features/media/web/index.ts'
