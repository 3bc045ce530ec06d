import { useSearchParams } from 'react-router'

/** At most eight digits: a day is 86,400,000 ms. */
const MILLISECONDS = /^\d{1,8}$/u

/** The time in the address, `?t=83250`, ms of media time; undefined for none or an invalid one. */
export function useStartTime(): number | undefined {
  const [parameters] = useSearchParams()
  const time = parameters.get('t') ?? ''
  return MILLISECONDS.test(time) ? Number(time) : undefined
}
