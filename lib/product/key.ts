export const productKey = (sku: string) => `PRODUCT#${sku}`;
