// Shows what Festinger pushes to this browser and opens its address when it is tapped. Has no fetch handler and no cache: it stands between the console
// and nothing. Registered by Settings, Notifications.
self.addEventListener('push', (event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, data: { url }, icon: './mark.svg' }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});
