export { StatusPage } from './status-page.tsx'
