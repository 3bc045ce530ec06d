import type { ReactNode } from 'react'
import { PasskeyButton, RequireAccount } from '#features/accounts/web/index.ts'
import { OperatorArea } from '#features/operations/web/index.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** The frame of an operator's page. Other signed-in users see Page Not Found. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  return (
    <RequireAccount>
      <OperatorArea fallback={<NotFoundScreen />} passkeyLogIn={PasskeyButton}>
        {children}
      </OperatorArea>
    </RequireAccount>
  )
}
