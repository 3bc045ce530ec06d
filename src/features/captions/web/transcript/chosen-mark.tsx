/** A check mark for the chosen item of a menu, and as much room for the others. */
export function ChosenMark({ isOn }: { isOn: boolean }) {
  return (
    <span className="w-4 shrink-0 text-center">
      {isOn && (
        <>
          <span aria-hidden="true">✓</span>
          <span className="sr-only">Chosen: </span>
        </>
      )}
    </span>
  )
}
