import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { ownFamiliesOf } from '#features/rendering/model/index.ts'
import type { GuestFonts } from '../model/guest.ts'
import type { GuestApi } from './guest-api.ts'

const NO_FONTS: GuestFonts['fonts'] = []

/**
 * The own fonts that the captions name; undefined while they load. Captions without their font are better than none: it
 * is empty if the fonts cannot be loaded.
 */
export function useGuestFonts({
  api,
  token,
  document,
}: {
  readonly api: GuestApi
  readonly token: string
  readonly document: CaptionDocument | undefined
}): GuestFonts['fonts'] | undefined {
  const named = document === undefined ? [] : [...ownFamiliesOf(document)]
  const fonts = useQuery({
    queryKey: ['review-fonts', token, ...named.toSorted()],
    queryFn: api.fonts,
    enabled: named.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  if (named.length === 0 || fonts.isError) return NO_FONTS
  return fonts.data?.fonts
}
