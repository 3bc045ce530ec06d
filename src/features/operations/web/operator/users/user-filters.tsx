import { Select } from '#ui/select.tsx'
import { PlanName } from '#features/accounts/model/index.ts'
import { UserFilter, UserOrder } from '../../../model/operator-users.ts'
import { nameOf } from '../labels.ts'
import { SearchField } from '../lists/search-field.tsx'

type Filters = {
  of(name: string): string | undefined
  set(changes: Readonly<Record<string, string | undefined>>): void
}

const GB = 1e9
const ANY = 'any'
const State = UserFilter.shape.state.unwrap()

/** The list that the address of the page asks for; what it cannot mean is left out. */
export function userListOf(of: Filters['of']): UserFilter & { order: UserOrder } {
  const search = of('search')?.slice(0, 100)
  const plan = PlanName.safeParse(of('plan')).data
  const state = State.safeParse(of('state')).data
  const size = SIZES.find(({ value }) => value !== ANY && value === of('size'))
  return {
    order: UserOrder.safeParse(of('order')).data ?? 'newest',
    ...(search !== undefined && { search }),
    ...(plan && { plan }),
    ...(state && { state }),
    ...(of('affiliates') === 'only' && { isAffiliate: true as const }),
    ...(size && { minBytes: Number(size.value) * GB }),
  }
}

/** The search and the filters of the list of users, kept in the address. */
export function UserFilters({ of, set, sells }: Filters & { sells: boolean }) {
  const choose = (name: string) => (value: string) => set({ [name]: value === ANY ? undefined : value })
  return (
    <div role="search" className="mb-5 grid gap-3 lg:grid-cols-[minmax(14rem,1fr)_auto] lg:items-end">
      <SearchField
        label="Search by name or address"
        placeholder="Part of a name or address"
        value={of('search') ?? ''}
        onSearch={(text) => set({ search: text })}
      />
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap [&>*]:sm:w-40">
        <Select label="State" value={of('state') ?? ANY} options={STATES} onChange={choose('state')} />
        {sells && <Select label="Plan" value={of('plan') ?? ANY} options={PLANS} onChange={choose('plan')} />}
        <Select label="Videos" value={of('size') ?? ANY} options={SIZES} onChange={choose('size')} />
        {sells && (
          <Select
            label="Affiliates"
            value={of('affiliates') ?? ANY}
            options={AFFILIATES}
            onChange={choose('affiliates')}
          />
        )}
        <Select label="Order" value={of('order') ?? 'newest'} options={ORDERS} onChange={choose('order')} />
      </div>
    </div>
  )
}

const STATES = [
  { value: ANY, label: 'Any' },
  { value: 'active', label: 'Active this month' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'unconfirmed', label: 'Not confirmed' },
]
const PLANS = [{ value: ANY, label: 'Any' }, ...PlanName.options.map((plan) => ({ value: plan, label: nameOf(plan) }))]
const SIZES = [
  { value: ANY, label: 'Any' },
  { value: '1', label: 'From 1 GB' },
  { value: '10', label: 'From 10 GB' },
  { value: '100', label: 'From 100 GB' },
]
const AFFILIATES = [
  { value: ANY, label: 'Everybody' },
  { value: 'only', label: 'Only affiliates' },
]
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'seen', label: 'Last seen' },
  { value: 'email', label: 'Address' },
  { value: 'storage', label: 'Most video' },
]
