export { type LookActions, useLinkedLook, useLookActions, useOwnLooks } from './queries.ts'
export { SaveToCollection } from './save-to-collection.tsx'
export { downloadTemplate, readChosenTemplate } from './template-files.ts'
