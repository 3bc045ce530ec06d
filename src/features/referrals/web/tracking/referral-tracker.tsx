import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import type { AffiliateTerms } from '#platform/shared/contacts.ts'
import { apiClient } from '#platform/web/api.ts'
import { useIsNavigating } from '#platform/web/navigation-state.ts'
import type { referralsContract } from '../../model/contract.ts'
import { usernameOfPath } from '../../model/username.ts'
import { useAffiliateTerms } from '../affiliate-terms.ts'
import { ConsentLine } from './consent-line.tsx'
import { codeOf } from './code-of-address.ts'
import { followLink, type LinkContext, settleReferral } from './follow-link.ts'
import type { FollowedLink } from './referral-data.ts'
import { deviceStore } from './referral-store.ts'
import {
  startAffiliateLookup,
  beginVisit,
  endVisit,
  isThisVisit,
  referralClaim,
  rememberVisit,
  useVisit,
} from './visit.ts'

const api = apiClient<typeof referralsContract>('referrals')
const DAY_MS = 86_400_000

/** An address with a link. `isUnknownPage`: no page has it, so it may be an affiliate's name. */
export type LinkAddress = { readonly isUnknownPage: boolean; readonly pathname: string; readonly search: string }

/**
 * Follows the latest link in an address and asks for consent. For visitors only: a signed-in user's click does not
 * count.
 */
export function ReferralTracker({ link }: { link: LinkAddress | null }) {
  const { data: account } = useAccount()
  const { followed, isDeclined } = useVisit()
  const isVisitor = account === null
  useLinkContext(link, account)
  useLinkInAddress(isVisitor && followed !== null && !followed.isStored)
  useTracking(account)
  if (!isVisitor || followed === null || followed.isStored || isDeclined) return null
  return <ConsentLine affiliateName={followed.affiliateName} />
}

function useLinkContext(link: LinkAddress | null, account: ReturnType<typeof useAccount>['data']): void {
  const terms = useAffiliateTerms()
  const username = link?.isUnknownPage ? usernameOfPath(link.pathname) : null
  const { code, clickId, isByName } = codeOf(link?.search ?? '')
  const isKnown = account !== undefined
  const isVisitor = account === null
  const done = useRef('')

  useEffect(() => {
    const wanted = `${username ?? ''}/${code ?? ''}`
    if (!isKnown || done.current === wanted) return
    done.current = wanted
    if (!isVisitor || (username === null && code !== null && isThisVisit(code))) return
    void follow({ username, code, isByName, ...(clickId !== undefined && { clickId }) }, terms)
  }, [isKnown, isVisitor, terms, username, code, clickId, isByName])
}

async function follow(link: FollowedLink, terms: AffiliateTerms): Promise<void> {
  if (link.username === null && link.code === null) {
    await settleReferral(linkContext(terms))
    return
  }
  startAffiliateLookup(link)
  const followed = await followLink(link, linkContext(terms))
  if (!beginVisit(link, followed)) return
  if (followed !== null && !terms.asksConsent && !followed.isStored) rememberVisit()
}

/**
 * Without a stored entry the link stays in the address, from page to page up to the sign-up: it survives a reload
 * without storage.
 */
function useLinkInAddress(travels: boolean): void {
  const { followed } = useVisit()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  // Do not interfere with a navigation in progress.
  const isLeaving = useIsNavigating()
  const { referralCode: code = null, clickId, type } = followed?.referral ?? {}
  useEffect(() => {
    const parameters = new URLSearchParams(search)
    if (!travels || isLeaving || code === null) return
    if (parameters.get('ref') === code && parameters.get('click') === (clickId ?? null)) return
    parameters.set('ref', code)
    if (clickId !== undefined) parameters.set('click', clickId)
    if (type === 'username') parameters.set('by', type)
    void navigate({ pathname, search: `?${parameters}`, hash }, { replace: true, preventScrollReset: true })
  }, [travels, isLeaving, code, clickId, type, pathname, search, hash, navigate])
}

/**
 * Binds the account to the link when a visitor signs in. The server checks whether the account is new, and whether its
 * sign-up already sent the claim.
 */
function useTracking(account: ReturnType<typeof useAccount>['data']): void {
  const wasVisitor = useRef(false)
  useEffect(() => {
    if (account === null) wasVisitor.current = true
    if (!account || !wasVisitor.current) return
    wasVisitor.current = false
    const claim = referralClaim()
    if (claim !== undefined) void track(claim)
  }, [account])
}

async function track(claim: Parameters<typeof api.track>[0]): Promise<void> {
  try {
    await api.track(claim)
    endVisit()
  } catch (error) {
    // The entry stays: another sign-up on this device may still use it.
    if (!(error instanceof Error)) throw error
  }
}

function linkContext({ windowDays, attribution }: AffiliateTerms): LinkContext {
  return {
    attribution,
    lastsMs: windowDays * DAY_MS,
    store: deviceStore(),
    now: Date.now,
    lookup: (link) => api.lookup(link),
    click: (visit) => api.click(visit),
    // oxlint-disable-next-line no-console -- the one place to tell the operator who looks (spec §6)
    warn: (message) => console.warn(message),
  }
}
