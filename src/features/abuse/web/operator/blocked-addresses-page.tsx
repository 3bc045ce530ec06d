import { useState } from 'react'
import {
  type Decision,
  May,
  PageHead,
  ReasonDialog,
  SearchableList,
  useFilters,
} from '#features/operations/web/index.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Answer } from '../../model/block-contract.ts'
import { MODERATION_DUTIES } from '../../model/moderation-duties.ts'
import { useBlockDecisions } from './block-decisions.tsx'
import { BlockTable } from './block-table.tsx'
import { moderationApi, moderationQueries } from './moderation-queries.ts'

/** /operator/blocked: domains and addresses with which nobody can open an account. */
export function BlockedAddressesPage() {
  const filters = useFilters()
  const [decision, setDecision] = useState<Decision>()
  const decide = useBlockDecisions()
  // The page of a user links here with their address.
  const wanted = filters.of('block')
  const open = decision ?? (wanted === undefined ? undefined : decide.block(wanted))
  function close() {
    setDecision(undefined)
    if (wanted !== undefined) filters.set({ block: undefined })
  }
  return (
    <>
      <PageHead
        title="Blocked addresses"
        lead="Nobody can open an account with them, or change to them. Accounts that exist keep their address, and log in as before: suspend or erase those under Users."
        actions={
          <May duty={MODERATION_DUTIES.blockAddress}>
            <Button variant="primary" onClick={() => setDecision(decide.block())}>
              Block
            </Button>
          </May>
        }
      />
      <SearchableList
        label="Search, or check an address"
        placeholder="Part of a domain, address or reason"
        queryKeyOf={(input) => moderationQueries.blockedAddresses.queryKey({ input })}
        load={moderationApi.blockedAddresses}
        renderPages={(pages, { isSearched }) => {
          const blocks = pages.flatMap((page) => page.blocks)
          return (
            <>
              {pages[0]?.answer && <AnswerNotice answer={pages[0].answer} />}
              {blocks.length === 0 ? (
                <Nothing isSearched={isSearched} />
              ) : (
                <BlockTable blocks={blocks} onUnblock={(block) => setDecision(decide.unblock(block))} />
              )}
            </>
          )
        }}
        renderAfter={([first]) => <ThrowAway isRefused={first?.refusesDisposable === true} />}
      />
      <ReasonDialog decision={open} onClose={close} />
    </>
  )
}

/** Whether the searched address could be used for an account, and why not. */
function AnswerNotice({ answer: { target, blockedBy, isDisposable } }: { answer: Answer }) {
  const isAccepted = blockedBy === null && !isDisposable
  const reason = blockedBy === null ? 'it belongs to a throw-away provider' : `${blockedBy} is blocked`
  return (
    <div className="mb-5">
      <Notice tone="info" title={`${target} is ${isAccepted ? 'accepted' : 'refused'}`}>
        {isAccepted ? 'An account can be opened with it.' : `No account can be opened with it: ${reason}.`}
      </Notice>
    </div>
  )
}

function Nothing({ isSearched }: { isSearched: boolean }) {
  return isSearched ? (
    <EmptyState title="No block found">No blocked domain, address or reason has this text.</EmptyState>
  ) : (
    <EmptyState title="Nothing is blocked">Block a domain or an address from which spam accounts come.</EmptyState>
  )
}

function ThrowAway({ isRefused }: { isRefused: boolean }) {
  return (
    <section aria-labelledby="throw-away" className="mt-8 max-w-[64ch] text-sm">
      <h2 id="throw-away" className="mb-2 text-xl">
        Throw-away providers
      </h2>
      <p className="text-muted">
        {isRefused
          ? 'Addresses of known throw-away providers are refused too, by the setting DISPOSABLE_ADDRESSES.'
          : 'Addresses of throw-away providers are accepted. The setting DISPOSABLE_ADDRESSES=refuse changes that.'}
      </p>
    </section>
  )
}
