import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Logs in with a passkey; its code loads when it is pressed. */
export function PasskeyButton({ onLoggedIn }: { onLoggedIn?: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function logIn() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { logInWithPasskey } = await import('./log-in.ts')
      await logInWithPasskey(client)
      onLoggedIn?.()
    } catch (error) {
      setProblem(asAppError(error).message)
    }
    setBusy(false)
  }

  return (
    <>
      <Button size="lg" busy={busy} onClick={() => void logIn()}>
        Use a passkey
      </Button>
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
    </>
  )
}
