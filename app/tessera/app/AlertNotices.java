package tessera.app;

import java.util.List;
import java.util.function.Consumer;
import tessera.alerts.Alert;
import tessera.alerts.AlertAnnouncements;
import tessera.alerts.AlertsState;
import tessera.flow.LatestValue;
import tessera.ui.AppServices;
import tessera.ui.alerts.AlertNotice;

/**
 * Sends desktop notifications of new alerts of the open cluster, if the settings say so; the window shows them where the desktop takes none. Looks whenever alerts were judged, on the thread of whoever judged; tells on threads of its own.
 */
final class AlertNotices implements AutoCloseable {

    private final AppServices desk;
    private final DesktopNotifier desktop;
    private final Consumer<AlertNotice> window;
    private final LatestValue.Observation observation;
    private AlertAnnouncements news = new AlertAnnouncements();

    /** @param window shows what the desktop did not take; called on any thread */
    AlertNotices(AppServices desk, DesktopNotifier desktop, Consumer<AlertNotice> window) {
        this.desk = desk;
        this.desktop = desktop;
        this.window = window;
        observation = desk.alertsState().observe(this::checkAlerts);
    }

    private synchronized void checkAlerts() {
        var state = desk.alertsState().get();
        if (state.equals(AlertsState.notEvaluated())) {
            news = new AlertAnnouncements();
            return;
        }
        var fresh = news.takeNew(state, desk.alertFeed().silences().get(),
                desk.preferences().currentSettings().get().settings().notifications().minimumSeverity());
        if (!fresh.isEmpty()) {
            Thread.ofVirtual().name("notice").start(() -> notifyUser(fresh));
        }
    }

    private void notifyUser(List<Alert> fresh) {
        var notice = AlertNotice.forAlerts(desk.clusters().get().openContext(), fresh);
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
        observation.close();
    }
}
