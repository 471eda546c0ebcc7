package tessera.ui.alerts;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.alerts.Alert;
import tessera.alerts.AlertSilences;
import tessera.alerts.AlertsState;
import tessera.flow.LatestValue;
import tessera.ui.AlertFeed;
import tessera.ui.FxRelay;

/** The newest alerts, for those who live on the FX thread. */
public final class AlertsFeed implements AutoCloseable {

    /** What fires, and what the user does not want to hear of it. */
    public record FiringAlerts(AlertsState state, AlertSilences silences) {

        /** What fires and is not silenced. */
        public List<Alert> loud() {
            return state.loud(silences);
        }
    }

    private final AlertFeed alarms;
    private final ReadOnlyObjectWrapper<FiringAlerts> seen;
    private final List<LatestValue.Observation> observations;

    public AlertsFeed(AlertFeed alarms) {
        this.alarms = alarms;
        seen = new ReadOnlyObjectWrapper<>(newest());
        observations = List.of(alarms.state().observe(this::changed), alarms.silences().observe(this::changed));
    }

    private FiringAlerts newest() {
        return new FiringAlerts(alarms.state().get(), alarms.silences().get());
    }

    private void changed() {
        FxRelay.show(() -> seen.set(newest()));
    }

    /** FX thread. */
    public ReadOnlyObjectProperty<FiringAlerts> seenProperty() {
        return seen.getReadOnlyProperty();
    }

    AlertFeed alarms() {
        return alarms;
    }

    @Override
    public void close() {
        observations.forEach(LatestValue.Observation::close);
    }
}
