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

/** Reads the alerts from the Prometheus of the open cluster, more often while somebody looks at them. FX thread. */
public final class PrometheusAlertFeed implements AutoCloseable {

    /** Rules are evaluated no more often. */
    private static final Duration PACE = Duration.ofSeconds(30);

    /** For their number alone, which stands beside the way to them. */
    private static final Duration UNSEEN = Duration.ofMinutes(2);

    private final ReadOnlyObjectWrapper<PrometheusAlertSet> foreign;
    private final ObservableValue<Instant> now;
    private final AsyncQuery<ServerAlerts> lookup = new AsyncQuery<>(this::acceptAnswer,
            problem -> alertsWrapper().set(alertsWrapper().get().withProblem(problem)));
    private Instant asked = Instant.MIN;
    private boolean watched;
    private final LatestValue.Observation observation;
    private final Subscription ticks;

    public PrometheusAlertFeed(LatestValue<PrometheusStatus> standing, ObservableValue<Instant> now) {
        this.now = now;
        foreign = new ReadOnlyObjectWrapper<>(PrometheusAlertSet.forStatus(standing.get()));
        observation = standing.observe(() -> FxRelay.runOnFxThread(() -> followStatus(standing.get())));
        ticks = now.subscribe(moment -> readIfDue());
    }

    private ReadOnlyObjectWrapper<PrometheusAlertSet> alertsWrapper() {
        return foreign;
    }

    public ReadOnlyObjectProperty<PrometheusAlertSet> alertsProperty() {
        return foreign.getReadOnlyProperty();
    }

    private void followStatus(PrometheusStatus newest) {
        if (!newest.equals(foreign.get().status())) {
            lookup.cancel();
            asked = Instant.MIN;
            foreign.set(PrometheusAlertSet.forStatus(newest));
            readIfDue();
        }
    }

    /** Sets whether somebody looks. */
    void setWatched(boolean looks) {
        watched = looks;
        readIfDue();
    }

    private void readIfDue() {
        var moment = now.getValue();
        boolean due = asked.equals(Instant.MIN)
                || Duration.between(asked, moment).compareTo(watched ? PACE : UNSEEN) >= 0;
        if (due && foreign.get().status() instanceof PrometheusStatus.PrometheusAvailable(_, _, _, var client)) {
            asked = moment;
            lookup.submit(() -> ServerAlerts.read(client));
        }
    }

    private void acceptAnswer(ServerAlerts newest) {
        foreign.set(foreign.get().withAnswer(newest, now.getValue()));
    }

    @Override
    public void close() {
        observation.close();
        ticks.unsubscribe();
        lookup.cancel();
    }
}
