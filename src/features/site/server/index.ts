export { type SiteDeps, siteProcedures } from './procedures.ts'
export { followSettings } from './follow-settings.ts'
export { type SiteAdministrationDeps, siteAdministrationProcedures } from './settings-procedures.ts'
export type { StoredSettings } from './settings-rows.ts'
