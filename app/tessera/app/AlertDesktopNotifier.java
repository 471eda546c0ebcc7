package tessera.app;

import java.util.List;
import java.util.function.Consumer;
import tessera.alerts.Alert;
import tessera.alerts.AlertNotificationSelector;
import tessera.alerts.AlertSnapshot;
import tessera.flow.LatestValue;
import tessera.ui.AppServices;
import tessera.ui.alerts.NewAlertsNotification;

/**
 * Sends desktop notifications of new alerts of the open cluster, if the settings say so; the window shows them where the desktop takes none. Looks whenever alerts were judged, on the thread of whoever judged; tells on threads of its own.
 */
final class AlertDesktopNotifier implements AutoCloseable {

    private final AppServices desk;
    private final DesktopNotifier desktop;
    private final Consumer<NewAlertsNotification> window;
    private final LatestValue.ObserverRegistration observerRegistration;
    private AlertNotificationSelector news = new AlertNotificationSelector();

    /** @param window shows what the desktop did not take; called on any thread */
    AlertDesktopNotifier(AppServices desk, DesktopNotifier desktop, Consumer<NewAlertsNotification> window) {
        this.desk = desk;
        this.desktop = desktop;
        this.window = window;
        observerRegistration = desk.alertsState().observe(this::checkAlerts);
    }

    private synchronized void checkAlerts() {
        var state = desk.alertsState().get();
        if (state.equals(AlertSnapshot.notEvaluated())) {
            news = new AlertNotificationSelector();
            return;
        }
        var fresh = news.takeNew(state, desk.alertFeed().silences().get(),
                desk.preferences().currentSettings().get().settings().notifications().minimumSeverity());
        if (!fresh.isEmpty()) {
            Thread.ofVirtual().name("notice").start(() -> notifyUser(fresh));
        }
    }

    private void notifyUser(List<Alert> fresh) {
        var notice = NewAlertsNotification.forAlerts(desk.clusters().get().openContext(), fresh);
        try {
            if (!desktop.send(notice)) {
                window.accept(notice);
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
