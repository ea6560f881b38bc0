import { useEffect } from 'preact/hooks';

/** The title of the browser's tab. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Store console`;
  }, [title]);
