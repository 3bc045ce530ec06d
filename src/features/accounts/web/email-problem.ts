/** What is wrong with an address, as one sentence; undefined when a mail may be tried. The server looks closer. */
export function emailProblem(email: string): string | undefined {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) ? undefined : 'Enter an e-mail address like name@example.com.'
}
