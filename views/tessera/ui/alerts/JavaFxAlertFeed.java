package tessera.ui.alerts;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.alerts.Alert;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.flow.LatestValue;
import tessera.ui.ClusterAlertFeed;
import tessera.ui.JavaFxThreadRelay;

/** The newest alerts for the FX thread. */
public final class JavaFxAlertFeed implements AutoCloseable {

    /** The alerts that fire, with the user's silences. */
    public record FiringAlerts(AlertSnapshot state, AlertSilencesAndAcknowledgments silences) {

        /** Returns the firing alerts that are not silenced. */
        public List<Alert> audibleAlerts() {
            return silences.audibleAlerts(state);
        }
    }

    private final ClusterAlertFeed alertFeed;
    private final ReadOnlyObjectWrapper<FiringAlerts> firingAlerts;
    private final List<LatestValue.ObserverRegistration> observations;

    public JavaFxAlertFeed(ClusterAlertFeed alertFeed) {
        this.alertFeed = alertFeed;
        firingAlerts = new ReadOnlyObjectWrapper<>(currentAlerts());
        observations = List.of(alertFeed.state().observe(this::publishChange),
                alertFeed.silences().observe(this::publishChange));
    }

    private FiringAlerts currentAlerts() {
        return new FiringAlerts(alertFeed.state().get(), alertFeed.silences().get());
    }

    private void publishChange() {
        JavaFxThreadRelay.runOnFxThread(() -> firingAlerts.set(currentAlerts()));
    }

    /** Returns the alerts as a property of the FX thread. */
    public ReadOnlyObjectProperty<FiringAlerts> firingAlertsProperty() {
        return firingAlerts.getReadOnlyProperty();
    }

    ClusterAlertFeed alertFeed() {
        return alertFeed;
    }

    @Override
    public void close() {
        observations.forEach(LatestValue.ObserverRegistration::close);
    }
}
