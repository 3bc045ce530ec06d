export { type StorageDeps, storageProcedures } from './procedures.ts'
