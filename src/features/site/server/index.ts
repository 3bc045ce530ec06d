export { type SiteDeps, siteProcedures } from './procedures.ts'
export { followSettings, type StoredSite } from './follow-settings.ts'
export { type SiteAdministrationDeps, siteAdministrationProcedures } from './settings-procedures.ts'
export { policyNoticeJob } from './policy-notice-job.ts'
