import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import type { LogoFile } from '#features/rendering/model/index.ts'
import type { GuestApi } from './guest-api.ts'

/** The logo that the captions show, as a list; empty while it loads, without one, and if it cannot be loaded. */
export function useGuestLogo({
  api,
  token,
  document,
}: {
  readonly api: GuestApi
  readonly token: string
  readonly document: CaptionDocument | undefined
}): readonly LogoFile[] {
  const id = document?.overlays?.logo?.assetId
  const found = useQuery({
    queryKey: ['review-logo', token, id],
    queryFn: api.logo,
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const logo = found.data?.logo ?? null
  return useMemo(() => (logo === null ? [] : [logo]), [logo])
}
