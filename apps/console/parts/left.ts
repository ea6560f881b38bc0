import { useEffect, useRef } from 'preact/hooks';

/** Becomes true when the person leaves what is shown. */
export function useLeft() {
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  return isLeft;
}
