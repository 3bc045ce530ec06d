import { AppError } from '#platform/shared/errors.ts'
import type { PaymentProvider } from './provider.ts'

/** A provider for deployments without sales: refuses everything that would move money. */
export function disabledProvider(): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new AppError('unavailable', 'Payments are not set up here.')
  }
  return {
    name: 'test',
    createCustomer: refuse,
    startCheckout: refuse,
    dropCheckout: refuse,
    readCustomer: refuse,
    changeNow: refuse,
    previewChange: refuse,
    changeLater: refuse,
    cancelLater: refuse,
    resume: refuse,
    endNow: refuse,
    refund: refuse,
    adjustCredit: refuse,
    portalUrl: refuse,
    readEvent: refuse,
  }
}
