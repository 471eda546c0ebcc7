package tessera.app.window;

import java.util.List;
import java.util.function.Consumer;
import tessera.alerts.Alert;
import tessera.alerts.AlertNotificationSelector;
import tessera.alerts.AlertSnapshot;
import tessera.app.platform.DesktopNotifier;
import tessera.flow.LatestValue;
import tessera.ui.AppServices;
import tessera.ui.alerts.NewAlertsNotification;

/**
 * Sends desktop notifications of new alerts of the open cluster, if the settings say so; the window shows them where the desktop takes none. Looks whenever alerts were judged, on the thread of whoever judged; tells on threads of its own.
 */
final class AlertDesktopNotifier implements AutoCloseable {

    private final AppServices services;
    private final DesktopNotifier desktop;
    private final Consumer<NewAlertsNotification> window;
    private final LatestValue.ObserverRegistration observerRegistration;
    private AlertNotificationSelector selector = new AlertNotificationSelector();

    /** @param window shows what the desktop did not take; called on any thread */
    AlertDesktopNotifier(AppServices services, DesktopNotifier desktop, Consumer<NewAlertsNotification> window) {
        this.services = services;
        this.desktop = desktop;
        this.window = window;
        observerRegistration = services.alertsState().observe(this::checkAlerts);
    }

    private synchronized void checkAlerts() {
        var state = services.alertsState().get();
        if (state.equals(AlertSnapshot.notEvaluated())) {
            selector = new AlertNotificationSelector();
            return;
        }
        var fresh = selector.takeNew(state, services.alertFeed().silences().get(),
                services.preferences().currentSettings().get().settings().notifications().minimumSeverity());
        if (!fresh.isEmpty()) {
            Thread.ofVirtual().name("notice").start(() -> notifyUser(fresh));
        }
    }

    private void notifyUser(List<Alert> fresh) {
        var notification = NewAlertsNotification.forAlerts(services.clusters().get().openContext(), fresh);
        try {
            if (!desktop.send(notification)) {
                window.accept(notification);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
    }
}
