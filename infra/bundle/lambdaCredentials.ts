/**
 * Replaces the SDK's chain of ten credential providers in the bundle. Lambda passes credentials in the environment, and the
 * chain would add 33 KB to every cold start.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID,
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
  sessionToken: process.env.AWS_SESSION_TOKEN,
});
