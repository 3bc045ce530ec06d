import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { apiClient, apiQueries, asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { storageContract, StoredFile } from '../model/contract.ts'
import { UNDO_OFFERED_MS } from '../model/times.ts'

const client = apiClient<typeof storageContract>('storage')
const storage = apiQueries<typeof storageContract>('storage')

/** The user's storage. */
export function useStorage() {
  return useQuery(storage.list.queryOptions({ staleTime: 0 }))
}

/** Renames a video, and with it its exports. */
export function useRename() {
  const refresh = useRefresh()
  return useMutation(storage.rename.mutationOptions({ onSuccess: refresh }))
}

/**
 * Deletes files and offers an undo for ten seconds.
 * @param o.onDeleted called once they are hidden, before the lists reload
 */
export function useDelete(o: { onDeleted?: () => void } = {}) {
  const refresh = useRefresh()
  const restore = useRestore()
  return useMutation(
    storage.remove.mutationOptions({
      async onSuccess(_removed, { files }) {
        o.onDeleted?.()
        await refresh()
        toast.success(files.length === 1 ? 'Deleted.' : `${pluralize(files.length, 'file')} deleted.`, {
          duration: UNDO_OFFERED_MS,
          action: { label: 'Undo', onSelect: () => restore.mutate({ files }) },
        })
      },
      async onError({ message }) {
        await refresh()
        toast.error(message, { title: 'We couldn’t delete the files' })
      },
    }),
  )
}

function useRestore() {
  const refresh = useRefresh()
  return useMutation(
    storage.restore.mutationOptions({
      async onSuccess() {
        await refresh()
        toast.success('Your files are restored.')
      },
      async onError(error) {
        await refresh()
        const tooLate = asAppError(error).code === 'not_found'
        toast.error(tooLate ? 'It was too late: the files are erased.' : error.message, {
          title: 'We couldn’t restore the files',
        })
      },
    }),
  )
}

/** Downloads files one after the other, each by its own link. */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  async function download(files: readonly Pick<StoredFile, 'id' | 'kind'>[]) {
    setBusy(true)
    try {
      for (const { id, kind } of files) save((await client.link({ id, kind })).url)
    } catch (error) {
      toast.error(asAppError(error).message, { title: 'The download failed' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, download: (files: readonly Pick<StoredFile, 'id' | 'kind'>[]) => void download(files) }
}

/** The response is an attachment, so the page stays. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Other pages show videos and exports too. */
function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      ['storage', 'media', 'rendering'].map((feature) => queryClient.invalidateQueries({ queryKey: [[feature]] })),
    )
  }
}
