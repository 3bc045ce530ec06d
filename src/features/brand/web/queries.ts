import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQueries, asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { brandContract } from '../model/contract.ts'
import type { BrandKit, SavedKit } from '../model/brand-kit.ts'
import type { Logo } from '../model/logo.ts'
import type { OwnFont } from '../model/own-font.ts'
import { ownFontLabel } from './own-font-label.ts'

const brand = apiQueries<typeof brandContract>('brand')

const SAVE_KIT = ['brand', 'saveKit']

/** The own fonts of the owner of a project. */
export function useProjectFonts(projectId: string) {
  return useQuery(brand.projectFonts.queryOptions({ input: { projectId } }))
}

/** The brand kit of the owner of a project. */
export function useProjectKit(projectId: string) {
  return useQuery(brand.projectKit.queryOptions({ input: { projectId } }))
}

/** The brand kit of the account. */
export function useKit() {
  return useQuery(brand.kit.queryOptions())
}

/** The logos of the account. */
export function useLogos() {
  return useQuery(brand.logos.queryOptions())
}

/** The own fonts of the account. */
export function useFonts() {
  return useQuery(brand.fonts.queryOptions())
}

/**
 * Saves the caller's brand kit, which shows at once and goes back if it cannot be saved. One change is sent after the
 * other.
 * @param projectId the video that shows it; null on the page of the kit
 */
export function useSaveKit(projectId: string | null) {
  const client = useQueryClient()
  const { queryKey } =
    projectId === null ? brand.kit.queryOptions() : brand.projectKit.queryOptions({ input: { projectId } })
  const { mutate, isPending, isSuccess } = useMutation(
    brand.saveKit.mutationOptions({
      mutationKey: SAVE_KIT,
      scope: { id: 'brand-kit' },
      onError: (error: unknown) => toast.error(asAppError(error).message),
      async onSettled() {
        // The kit on the server does not have the changes that wait behind this one.
        if (client.isMutating({ mutationKey: SAVE_KIT }) > 1) return
        await Promise.all([
          client.invalidateQueries({ queryKey: brand.kit.key() }),
          client.invalidateQueries({ queryKey: brand.projectKit.key() }),
          client.invalidateQueries({ queryKey: brand.followers.key() }),
        ])
      },
    }),
  )
  return {
    state: isPending ? 'saving' : isSuccess ? 'saved' : 'idle',
    /** @param onSaved receives what videos follow of it */
    save: (kit: BrandKit, onSaved?: (saved: SavedKit) => void) => {
      // An answer on its way is from before this change, and the next change would be based on it.
      void client.cancelQueries({ queryKey })
      client.setQueryData<SavedKit>(queryKey, (before) => ({ ...kit, follow: before?.follow ?? null }))
      mutate(kit, { onSuccess: (saved) => onSaved?.(saved) })
    },
  } as const
}

/** Pause between two looks at a running restyling, ms. */
const POLL_INTERVAL_MS = 1_000

/**
 * The videos that follow the caller's kit, and the newest restyling of them.
 * @param exceptProjectId a video that does not count; null for none
 */
export function useFollowers(exceptProjectId: string | null) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...brand.followers.queryOptions({ input: exceptProjectId === null ? {} : { exceptProjectId } }),
    refetchInterval: ({ state }) => (state.data?.restyle?.state === 'running' ? POLL_INTERVAL_MS : false),
  })
  const options = {
    onError: (error: unknown) => toast.error(asAppError(error).message),
    onSettled: () => client.invalidateQueries({ queryKey: brand.followers.key() }),
  }
  const restyle = useMutation(brand.restyle.mutationOptions(options))
  const cancel = useMutation(brand.cancelRestyle.mutationOptions(options))
  return {
    followers: data,
    restyle: () => restyle.mutate(undefined),
    cancel: () => cancel.mutate(undefined),
    isStarting: restyle.isPending,
    isCancelling: cancel.isPending,
  }
}

/** The logos of the owner of a project. */
export function useProjectLogos(projectId: string) {
  return useQuery(brand.projectLogos.queryOptions({ input: { projectId } }))
}

/** The address of a logo of the account. */
export function logoUrl({ id }: Pick<Logo, 'id'>): string {
  return `/api/logos/${id}`
}

/** The address of a logo, for those who may see the project. */
export function projectLogoUrl(projectId: string, { id }: Pick<Logo, 'id'>): string {
  return `/api/logos/${projectId}/${id}`
}

/** Fetches the lists of logos again. */
export function useLogosChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: brand.logos.key() }),
      client.invalidateQueries({ queryKey: brand.projectLogos.key() }),
    ])
}

/** Removes a logo; the notification can undo it. */
export function useRemoveLogo() {
  const changed = useLogosChanged()
  const failed = (error: unknown) => toast.error(asAppError(error).message)
  const restore = useMutation(brand.restoreLogo.mutationOptions({ onSuccess: changed, onError: failed }))
  const remove = useMutation(brand.removeLogo.mutationOptions({ onSuccess: changed, onError: failed }))
  return {
    isPending: remove.isPending,
    remove: ({ id, name }: Logo) =>
      remove.mutate(
        { id },
        {
          onSuccess: () =>
            toast.success(`${name} is removed.`, {
              action: { label: 'Undo', onSelect: () => restore.mutate({ id }) },
            }),
        },
      ),
  }
}

/** The address of an own font, for those who may see the project. */
export function ownFontUrl(projectId: string, { id }: Pick<OwnFont, 'id'>): string {
  return `/api/own-fonts/${projectId}/${id}`
}

/** Fetches the lists of fonts again. */
export function useFontsChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: brand.fonts.key() }),
      client.invalidateQueries({ queryKey: brand.projectFonts.key() }),
    ])
}

/** Removes a font; the notification can undo it. */
export function useRemoveFont() {
  const changed = useFontsChanged()
  const failed = (error: unknown) => toast.error(asAppError(error).message)
  const restore = useMutation(brand.restoreFont.mutationOptions({ onSuccess: changed, onError: failed }))
  const remove = useMutation(brand.removeFont.mutationOptions({ onSuccess: changed, onError: failed }))
  return {
    isPending: remove.isPending,
    remove: (font: OwnFont) =>
      remove.mutate(
        { id: font.id },
        {
          onSuccess: () =>
            toast.success(`${ownFontLabel(font)} is removed.`, {
              action: { label: 'Undo', onSelect: () => restore.mutate({ id: font.id }) },
            }),
        },
      ),
  }
}
