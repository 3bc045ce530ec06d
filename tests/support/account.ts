import type { Account } from '#features/accounts/model/contract.ts'

/** The account of a new user, as pages receive it. */
export const DANA: Account = {
  id: 'u1',
  displayName: 'Dana',
  email: 'dana@example.com',
  emailVerified: true,
  photo: null,
  plan: 'free',
  preferences: {},
  downloadCount: 0,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
}
