/** The service reads these when it is imported, so this import comes first. */
Object.assign(process.env, {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  TABLE_NAME: 'examples',
  LOG_LEVEL: 'error',
  WEBHOOK_ALLOW_LOCAL: '1',
});
