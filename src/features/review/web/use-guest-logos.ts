import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type LogoFile, pictureIdsOf } from '#features/rendering/model/index.ts'
import type { GuestApi } from './guest-api.ts'

const NONE: readonly LogoFile[] = []

/** The logo and the pictures on words; empty while they load, without any, and if they cannot be loaded. */
export function useGuestLogos({
  api,
  token,
  document,
}: {
  readonly api: GuestApi
  readonly token: string
  readonly document: CaptionDocument | undefined
}): readonly LogoFile[] {
  const ids = document === undefined ? [] : pictureIdsOf(document)
  const found = useQuery({
    queryKey: ['review-logos', token, ids],
    queryFn: api.logos,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return found.data?.logos ?? NONE
}
