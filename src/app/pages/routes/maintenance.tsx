import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { MaintenanceScreen } from '../screens/maintenance-screen.tsx'

export const meta = () => [{ title: `Back soon · ${PRODUCT_NAME}` }, { name: 'robots', content: 'noindex' }]

/** /maintenance: answered for every page during maintenance. */
export default function Maintenance() {
  return <MaintenanceScreen />
}
