export { useDelete } from './queries.ts'
export { StoragePage } from './storage-page.tsx'
