import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { MaintenanceScreen } from '../screens/maintenance-screen.tsx'

export const meta = () => [{ title: `Back soon · ${PRODUCT_NAME}` }, { name: 'robots', content: 'noindex' }]

/** /maintenance: what the server answers instead of every page while its operator works on it. */
export default function Maintenance() {
  return <MaintenanceScreen />
}
