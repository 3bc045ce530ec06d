import { May } from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { Block } from '../../model/block-contract.ts'
import { isDomain } from '../../model/block-target.ts'
import { MODERATION_DUTIES } from '../../model/moderation-duties.ts'

/** Blocked domains and addresses, with who blocked them, when and why. */
export function BlockTable({ blocks, onUnblock }: { blocks: readonly Block[]; onUnblock: (block: Block) => void }) {
  return (
    <DataTable
      label="Blocked addresses"
      rows={blocks}
      keyOf={({ id }) => id}
      columns={[
        ...COLUMNS,
        {
          name: 'Actions',
          hasNoHead: true,
          render: (block) => (
            <May duty={MODERATION_DUTIES.unblockAddress}>
              <Button size="sm" onClick={() => onUnblock(block)}>
                Unblock<span className="sr-only"> {block.target}</span>
              </Button>
            </May>
          ),
        },
      ]}
    />
  )
}

const COLUMNS: readonly Column<Block>[] = [
  {
    name: 'Blocked',
    render: ({ target }) => (
      <>
        <span className="break-all">{target}</span>
        <span className="block text-sm font-normal text-faint">
          {isDomain(target) ? 'With its sub-domains' : 'One address'}
        </span>
      </>
    ),
  },
  { name: 'Reason', render: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  { name: 'By', render: ({ blockedBy }) => <span className="break-all">{blockedBy}</span> },
  { name: 'Since', render: ({ blockedAt }) => <time dateTime={blockedAt}>{formatMoment(blockedAt)}</time> },
]
