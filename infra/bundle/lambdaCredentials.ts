/**
 * Takes the place of the SDK's chain of ten credential providers in what is deployed: Lambda gives its credentials by the
 * environment, and the chain is 33 KB of code that every cold start would read.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID,
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
  sessionToken: process.env.AWS_SESSION_TOKEN,
});
