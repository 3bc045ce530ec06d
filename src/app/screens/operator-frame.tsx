import type { ReactNode } from 'react'
import { RequireAccount } from '#features/accounts/web/index.ts'
import { OperatorArea } from '#features/operations/web/index.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** What stands around an operator's page. Whoever is signed in and is none gets what stands where no page is. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  return (
    <RequireAccount>
      <OperatorArea otherwise={<NotFoundScreen />}>{children}</OperatorArea>
    </RequireAccount>
  )
}
