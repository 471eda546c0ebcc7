package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.util.Subscription;
import tessera.flow.LatestValue;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.rule.ServerAlerts;
import tessera.ui.AsyncQuery;
import tessera.ui.FxRelay;

/** Asks the Prometheus of the cluster that is open for its alerts; more often as long as somebody looks at them. FX thread. */
public final class ForeignFeed implements AutoCloseable {

    /** Rules are evaluated no more often. */
    private static final Duration PACE = Duration.ofSeconds(30);

    /** For their number alone, which stands beside the way to them. */
    private static final Duration UNSEEN = Duration.ofMinutes(2);

    private final ReadOnlyObjectWrapper<PrometheusAlert> foreign;
    private final ObservableValue<Instant> now;
    private final AsyncQuery<ServerAlerts> lookup = new AsyncQuery<>(this::came,
            why -> foreign().set(foreign().get().without(why)));
    private Instant asked = Instant.MIN;
    private boolean watched;
    private final LatestValue.Observation observation;
    private final Subscription ticks;

    public ForeignFeed(LatestValue<PrometheusStatus> standing, ObservableValue<Instant> now) {
        this.now = now;
        foreign = new ReadOnlyObjectWrapper<>(PrometheusAlert.of(standing.get()));
        observation = standing.observe(() -> FxRelay.show(() -> follow(standing.get())));
        ticks = now.subscribe(moment -> ask());
    }

    private ReadOnlyObjectWrapper<PrometheusAlert> foreign() {
        return foreign;
    }

    public ReadOnlyObjectProperty<PrometheusAlert> foreignProperty() {
        return foreign.getReadOnlyProperty();
    }

    private void follow(PrometheusStatus newest) {
        if (!newest.equals(foreign.get().standing())) {
            lookup.cancel();
            asked = Instant.MIN;
            foreign.set(PrometheusAlert.of(newest));
            ask();
        }
    }

    /** Whether somebody looks. */
    void watch(boolean looks) {
        watched = looks;
        ask();
    }

    private void ask() {
        var moment = now.getValue();
        boolean due = asked.equals(Instant.MIN)
                || Duration.between(asked, moment).compareTo(watched ? PACE : UNSEEN) >= 0;
        if (due && foreign.get().standing() instanceof PrometheusStatus.PrometheusAvailable(_, _, _, var client)) {
            asked = moment;
            lookup.ask(() -> ServerAlerts.read(client));
        }
    }

    private void came(ServerAlerts newest) {
        foreign.set(foreign.get().with(newest, now.getValue()));
    }

    @Override
    public void close() {
        observation.close();
        ticks.unsubscribe();
        lookup.cancel();
    }
}
