import type { DomainProvider } from '#features/accounts/model/index.ts'
import { May } from '#features/operations/web/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { SITE_DUTIES } from '../../model/settings-duties.ts'

type Choose = (provider: DomainProvider) => void

/** The providers of organisations, with their domains. */
export function ProviderTable({
  providers,
  onChange,
  onRemove,
}: {
  providers: readonly DomainProvider[]
  onChange: Choose
  onRemove: Choose
}) {
  return (
    <DataTable
      label="Providers"
      rows={providers}
      keyOf={({ id }) => id}
      columns={[
        ...COLUMNS,
        {
          name: 'Actions',
          hasNoHead: true,
          render: (provider) => (
            <May duty={SITE_DUTIES.saveSignInProvider}>
              <div className="flex flex-wrap gap-2 md:justify-end">
                <Button size="sm" onClick={() => onChange(provider)}>
                  Change<span className="sr-only"> {provider.name}</span>
                </Button>
                <Button size="sm" onClick={() => onRemove(provider)}>
                  Remove<span className="sr-only"> {provider.name}</span>
                </Button>
              </div>
            </May>
          ),
        },
      ]}
    />
  )
}

const COLUMNS: readonly Column<DomainProvider>[] = [
  {
    name: 'Provider',
    render: ({ name, issuer }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="block text-sm font-normal break-all text-faint">{issuer}</span>
      </>
    ),
  },
  { name: 'Domains', render: ({ domains }) => <span className="wrap-anywhere">{domains.join(', ')}</span> },
  {
    name: 'Use',
    render: ({ isRequired }) =>
      isRequired ? <Badge tone="info">Required</Badge> : <span className="text-muted">Optional</span>,
  },
]
