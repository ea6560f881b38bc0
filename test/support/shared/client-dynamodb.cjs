module.exports = requireShared('@aws-sdk/client-dynamodb');
