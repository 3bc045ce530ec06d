import { z } from 'zod'

/** A setting that is on or off; off by default. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1')

export const webAddress = z.url({
  protocol: /^https?$/u,
  error: 'must be an address that begins with http:// or https://',
})

export const mailAddress = z.email('must be an e-mail address')
