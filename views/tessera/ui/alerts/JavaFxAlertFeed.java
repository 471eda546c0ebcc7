package tessera.ui.alerts;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.alerts.Alert;
import tessera.alerts.AlertSilences;
import tessera.alerts.AlertSnapshot;
import tessera.flow.LatestValue;
import tessera.ui.ClusterAlertFeed;
import tessera.ui.JavaFxThreadRelay;

/** The newest alerts for the FX thread. */
public final class JavaFxAlertFeed implements AutoCloseable {

    /** The alerts that fire, with the user's silences. */
    public record FiringAlerts(AlertSnapshot state, AlertSilences silences) {

        /** Returns the firing alerts that are not silenced. */
        public List<Alert> audibleAlerts() {
            return state.audibleAlerts(silences);
        }
    }

    private final ClusterAlertFeed alarms;
    private final ReadOnlyObjectWrapper<FiringAlerts> seen;
    private final List<LatestValue.ObserverRegistration> observations;

    public JavaFxAlertFeed(ClusterAlertFeed alarms) {
        this.alarms = alarms;
        seen = new ReadOnlyObjectWrapper<>(currentAlerts());
        observations = List.of(alarms.state().observe(this::publishChange),
                alarms.silences().observe(this::publishChange));
    }

    private FiringAlerts currentAlerts() {
        return new FiringAlerts(alarms.state().get(), alarms.silences().get());
    }

    private void publishChange() {
        JavaFxThreadRelay.runOnFxThread(() -> seen.set(currentAlerts()));
    }

    /** Returns the alerts as a property of the FX thread. */
    public ReadOnlyObjectProperty<FiringAlerts> firingAlertsProperty() {
        return seen.getReadOnlyProperty();
    }

    ClusterAlertFeed alertFeed() {
        return alarms;
    }

    @Override
    public void close() {
        observations.forEach(LatestValue.ObserverRegistration::close);
    }
}
