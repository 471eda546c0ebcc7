package tessera.ui.alerts;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.alerts.Alert;
import tessera.alerts.AlertsState;
import tessera.alerts.Silences;
import tessera.flow.Latest;
import tessera.ui.Alarms;
import tessera.ui.Relay;

/** The newest alerts, for those who live on the FX thread. */
public final class AlertsFeed implements AutoCloseable {

    /** What fires, and what the user does not want to hear of it. */
    public record Seen(AlertsState state, Silences silences) {

        /** What fires and is not silenced. */
        public List<Alert> loud() {
            return state.loud(silences);
        }
    }

    private final Alarms alarms;
    private final ReadOnlyObjectWrapper<Seen> seen;
    private final List<Latest.Observation> observations;

    public AlertsFeed(Alarms alarms) {
        this.alarms = alarms;
        seen = new ReadOnlyObjectWrapper<>(newest());
        observations = List.of(alarms.state().observe(this::changed), alarms.silences().observe(this::changed));
    }

    private Seen newest() {
        return new Seen(alarms.state().get(), alarms.silences().get());
    }

    private void changed() {
        Relay.show(() -> seen.set(newest()));
    }

    /** FX thread. */
    public ReadOnlyObjectProperty<Seen> seenProperty() {
        return seen.getReadOnlyProperty();
    }

    Alarms alarms() {
        return alarms;
    }

    @Override
    public void close() {
        observations.forEach(Latest.Observation::close);
    }
}
