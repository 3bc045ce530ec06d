import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Hint } from '#ui/hint.tsx'
import type { Account } from '../../model/contract.ts'
import type { PHOTO_MAX_BYTES } from '../../model/requests.ts'
import { request } from '../auth-requests.ts'
import { Avatar } from '../avatar.tsx'
import { refreshAccount, useWithSession } from '../session.ts'

const MOST_BYTES: typeof PHOTO_MAX_BYTES = 5_000_000
const PHOTO_URL = '/api/account/photo'

/** The user's photo: choose or remove one. */
export function Photo({ account }: { account: Account }) {
  const { busy, problem, upload, remove } = usePhoto()
  return (
    <div className="flex items-center gap-5">
      <Avatar account={account} size="lg" />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton
            accept="image/jpeg,image/png,image/webp"
            busy={busy === 'upload'}
            onFiles={([file]) => void upload(file)}
          >
            {account.photo === null ? 'Add a photo' : 'Change photo'}
          </FileButton>
          {account.photo !== null && (
            <Button variant="ghost" busy={busy === 'remove'} onClick={() => void remove()}>
              Remove photo
            </Button>
          )}
        </div>
        <Hint error={problem}>JPEG, PNG or WebP, up to 5 MB. We crop it to a square.</Hint>
      </div>
    </div>
  )
}

function usePhoto() {
  const client = useQueryClient()
  const withSession = useWithSession()
  const [busy, setBusy] = useState<'upload' | 'remove'>()
  const [problem, setProblem] = useState<string>()

  async function run(what: 'upload' | 'remove', init: RequestInit, done: string) {
    if (busy !== undefined) return
    setBusy(what)
    setProblem(undefined)
    try {
      await withSession(() => request(PHOTO_URL, init))
      await refreshAccount(client)
      toast.success(done)
    } catch (error) {
      setProblem(asAppError(error).message)
    }
    setBusy(undefined)
  }

  return {
    busy,
    problem,
    async upload(file: File | undefined) {
      if (file === undefined) return
      const wrong = photoProblem(file)
      if (wrong !== undefined) return setProblem(wrong)
      await run('upload', { method: 'PUT', headers: { 'content-type': file.type }, body: file }, 'Your photo is saved.')
    },
    remove: () => run('remove', { method: 'DELETE' }, 'Your photo is removed.'),
  }
}

/** The checks that need no request. */
function photoProblem({ name, size, type }: File): string | undefined {
  if (!type.startsWith('image/')) return `“${name}” is not a picture. Choose a JPEG, PNG or WebP file.`
  if (size > MOST_BYTES) return `“${name}” is larger than ${formatBytes(MOST_BYTES)}. Choose a smaller picture.`
  return undefined
}
