package tessera.app;

import java.util.List;
import java.util.function.Consumer;
import tessera.alerts.Alert;
import tessera.alerts.AlertNews;
import tessera.alerts.AlertsState;
import tessera.flow.LatestValue;
import tessera.ui.AppServices;
import tessera.ui.alerts.AlertNotice;

/**
 * Tells the desktop of new alerts of the cluster that is open, if the user settled that it is to be told; the window where the
 * desktop takes nothing. Looks whenever alerts were judged, on the thread of whoever judged; tells on threads of its own.
 */
final class AlertNotices implements AutoCloseable {

    private final AppServices desk;
    private final DesktopNotifier desktop;
    private final Consumer<AlertNotice> window;
    private final LatestValue.Observation observation;
    private AlertNews news = new AlertNews();

    /** @param window shows what the desktop did not take; called on any thread */
    AlertNotices(AppServices desk, DesktopNotifier desktop, Consumer<AlertNotice> window) {
        this.desk = desk;
        this.desktop = desktop;
        this.window = window;
        observation = desk.alerts().observe(this::look);
    }

    private synchronized void look() {
        var state = desk.alerts().get();
        if (state.equals(AlertsState.nothing())) {
            news = new AlertNews();
            return;
        }
        var fresh = news.take(state, desk.alarms().silences().get(),
                desk.preferences().settled().get().settings().notifications().least());
        if (!fresh.isEmpty()) {
            Thread.ofVirtual().name("notice").start(() -> tell(fresh));
        }
    }

    private void tell(List<Alert> fresh) {
        var notice = AlertNotice.of(desk.clusters().get().open(), fresh);
        try {
            if (!desktop.tell(notice)) {
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
