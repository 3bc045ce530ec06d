import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ACTION_AREAS, ActionArea, ActionFilter } from '../../../model/action-log.ts'
import { operatorQueries } from '../operator-queries.ts'
import { SearchField } from '../lists/search-field.tsx'
import type { useFilters } from '../lists/use-filters.ts'

type Filters = ReturnType<typeof useFilters>

const ANY = 'any'
const NAMES = ActionFilter.keyof().options

/** The part of the log that the address of the page asks for; what it cannot mean is left out. */
export function actionFilterOf(of: Filters['of']): ActionFilter {
  const given = NAMES.flatMap((name) => {
    const value = ActionFilter.shape[name].safeParse(of(name))
    return value.success && value.data !== undefined ? [[name, value.data] as const] : []
  })
  return Object.fromEntries(given)
}

/** The search and the filters of the log, kept in the address. */
export function ActionFilters({ of, set, sells }: Filters & { sells: boolean }) {
  const operators = useQuery(operatorQueries.actionOperators.queryOptions({ staleTime: 60_000 }))
  const filter = actionFilterOf(of)
  const choose = (name: keyof ActionFilter) => (value: string) => set({ [name]: value === ANY ? undefined : value })
  const addresses = new Set([...(filter.operator ? [filter.operator] : []), ...(operators.data ?? [])])
  return (
    <div role="search" className="mb-6 grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SearchField
          label="Search in reasons and names"
          placeholder="Part of a reason, name or address"
          value={filter.search ?? ''}
          onSearch={choose('search')}
        />
        <SearchField
          label="Person concerned"
          placeholder="Address of an account"
          maxLength={254}
          value={filter.person ?? ''}
          onSearch={choose('person')}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap [&>*]:sm:w-44">
        <Select
          label="Operator"
          value={filter.operator ?? ANY}
          options={[
            { value: ANY, label: 'Everybody' },
            ...[...addresses].map((address) => ({ value: address, label: address })),
          ]}
          onChange={choose('operator')}
        />
        <Select label="Kind" value={filter.kind ?? ANY} options={kindsFor(sells)} onChange={choose('kind')} />
        <TextField
          type="date"
          label="From (UTC)"
          value={filter.from ?? ''}
          onChange={(event) => set({ from: event.target.value })}
        />
        <TextField
          type="date"
          label="Until (UTC)"
          value={filter.until ?? ''}
          onChange={(event) => set({ until: event.target.value })}
        />
        {Object.keys(filter).length > 0 && (
          <Button onClick={() => set(Object.fromEntries(NAMES.map((name) => [name, undefined])))}>Clear filters</Button>
        )}
      </div>
    </div>
  )
}

function kindsFor(sells: boolean): { value: string; label: string }[] {
  const areas = ActionArea.options.filter((area) => sells || !ACTION_AREAS[area].isSales)
  return [
    { value: ANY, label: 'Everything' },
    { value: 'changes', label: 'Changes and exports' },
    { value: 'reads', label: 'Reads of personal data' },
    ...areas.map((area) => ({ value: area, label: ACTION_AREAS[area].label })),
  ]
}
