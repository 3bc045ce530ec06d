import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQueries, asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { brandContract } from '../model/contract.ts'
import type { BrandKit } from '../model/brand-kit.ts'
import type { OwnFont } from '../model/own-font.ts'
import { ownFontLabel } from './own-font-label.ts'

const brand = apiQueries<typeof brandContract>('brand')

/** The own fonts of the owner of a project. */
export function useProjectFonts(projectId: string) {
  return useQuery(brand.projectFonts.queryOptions({ input: { projectId } }))
}

/** The brand kit of the owner of a project. */
export function useProjectKit(projectId: string) {
  return useQuery(brand.projectKit.queryOptions({ input: { projectId } }))
}

/** Saves the caller's brand kit, which shows at once and goes back if it cannot be saved. */
export function useSaveKit(projectId: string) {
  const client = useQueryClient()
  const { queryKey } = brand.projectKit.queryOptions({ input: { projectId } })
  const save = useMutation(
    brand.saveKit.mutationOptions({
      onError: (error: unknown) => toast.error(asAppError(error).message),
      onSettled: () => client.invalidateQueries({ queryKey: brand.projectKit.key() }),
    }),
  )
  return (kit: BrandKit) => {
    client.setQueryData<BrandKit>(queryKey, kit)
    save.mutate(kit)
  }
}

/** The address of an own font, for those who may see the project. */
export function ownFontUrl(projectId: string, { id }: Pick<OwnFont, 'id'>): string {
  return `/api/own-fonts/${projectId}/${id}`
}

/** Fetches the lists of fonts again. */
export function useFontsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: brand.projectFonts.key() })
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
