export { type SiteDeps, siteProcedures } from './procedures.ts'
