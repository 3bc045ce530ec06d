export { countDownload, planOf } from './accounts.ts'
export { type Auth, type AuthDeps, openAuth, type RateLimits } from './auth.ts'
export { accountsProcedures } from './procedures.ts'
export { authRoutes } from './routes.ts'
