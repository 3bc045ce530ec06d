import { siteName } from '#platform/shared/product.ts'
import { MaintenanceScreen } from '../screens/maintenance-screen.tsx'

export const meta = () => [{ title: `Back soon · ${siteName()}` }, { name: 'robots', content: 'noindex' }]

/** /maintenance: answered for every page during maintenance. */
export default function Maintenance() {
  return <MaintenanceScreen />
}
