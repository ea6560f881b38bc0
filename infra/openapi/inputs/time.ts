/** A time in a request may have any offset. */
export const time = (description: string) => ({ description, format: 'date-time' });
