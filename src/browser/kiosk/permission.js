/** Whether the browser will ask, or is asking, if this page may have the microphone; some do not say. */
export async function isAskedForMicrophone() {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'prompt';
  } catch {
    return false;
  }
}
