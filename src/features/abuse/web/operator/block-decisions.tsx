import { useState } from 'react'
import { type Decision, useActionDone } from '#features/operations/web/index.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Block } from '../../model/block-contract.ts'
import { isSharedByMany, parseBlockTarget, TARGET_MAX } from '../../model/block-target.ts'
import { moderationApi } from './moderation-queries.ts'

/** The decisions to block and to unblock; each asks for a reason. */
export function useBlockDecisions() {
  const done = useActionDone()
  return {
    /** @param suggested the target in the field at first */
    block: (suggested = ''): Decision => ({
      title: 'Block a domain or an address',
      description: 'Nobody can open new accounts with it. Existing accounts keep their address.',
      button: 'Block',
      requires: 'reason',
      more: <TargetField suggested={suggested} />,
      submit: (text) =>
        done(
          moderationApi.blockAddress({
            target: text('target'),
            isShared: text('isShared') !== '',
            reason: text('reason'),
          }),
          'It is blocked.',
        ),
    }),
    unblock: ({ id, target }: Block): Decision => ({
      title: `Unblock ${target}`,
      description: 'Accounts can be opened with it again.',
      button: 'Unblock',
      requires: 'reason',
      submit: (text) => done(moderationApi.unblockAddress({ id, reason: text('reason') }), 'It is unblocked.'),
    }),
  }
}

/** What is blocked; a domain of many people also asks for a confirmation. */
function TargetField({ suggested }: { suggested: string }) {
  const [entered, setEntered] = useState(suggested)
  const target = parseBlockTarget(entered)
  return (
    <>
      <TextField
        name="target"
        label="Domain or e-mail address"
        hint="A domain counts with its sub-domains. In an address, +tags do not count, nor do dots at Gmail."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={TARGET_MAX}
        data-focus-first=""
        value={entered}
        onChange={(event) => setEntered(event.currentTarget.value)}
      />
      {target !== null && isSharedByMany(target) && (
        <Checkbox
          name="isShared"
          value="yes"
          label={`Block everybody at ${target}: many people have addresses there`}
        />
      )}
    </>
  )
}
