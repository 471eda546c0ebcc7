package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.util.Subscription;
import tessera.flow.LatestValue;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;

/** Reads the alerts from the Prometheus of the open cluster, more often while somebody looks at them. FX thread. */
public final class PrometheusAlertFeed implements AutoCloseable {

    /** Rules are evaluated no more often. */
    private static final Duration PACE = Duration.ofSeconds(30);

    /** For their number alone, which stands beside the way to them. */
    private static final Duration UNSEEN = Duration.ofMinutes(2);

    private final ReadOnlyObjectWrapper<PrometheusAlertSnapshot> foreign;
    private final ObservableValue<Instant> now;
    private final BackgroundQuery<PrometheusAlertList> backgroundQuery = new BackgroundQuery<>(this::acceptAnswer,
            problem -> alertsWrapper().set(alertsWrapper().get().withProblem(problem)));
    private Instant requestedAt = Instant.MIN;
    private boolean watched;
    private final LatestValue.ObserverRegistration observerRegistration;
    private final Subscription ticks;

    public PrometheusAlertFeed(LatestValue<PrometheusDiscoveryStatus> discoveryState, ObservableValue<Instant> now) {
        this.now = now;
        foreign = new ReadOnlyObjectWrapper<>(PrometheusAlertSnapshot.forStatus(discoveryState.get()));
        observerRegistration = discoveryState.observe(() -> relayStatus(discoveryState));
        ticks = now.subscribe(moment -> readIfDue());
    }

    private void relayStatus(LatestValue<PrometheusDiscoveryStatus> discoveryState) {
        JavaFxThreadRelay.runOnFxThread(() -> followStatus(discoveryState.get()));
    }

    private ReadOnlyObjectWrapper<PrometheusAlertSnapshot> alertsWrapper() {
        return foreign;
    }

    public ReadOnlyObjectProperty<PrometheusAlertSnapshot> alertsProperty() {
        return foreign.getReadOnlyProperty();
    }

    private void followStatus(PrometheusDiscoveryStatus latestDiscoveryStatus) {
        if (!latestDiscoveryStatus.equals(foreign.get().status())) {
            backgroundQuery.cancel();
            requestedAt = Instant.MIN;
            foreign.set(PrometheusAlertSnapshot.forStatus(latestDiscoveryStatus));
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
        boolean due = requestedAt.equals(Instant.MIN)
                || Duration.between(requestedAt, moment).compareTo(watched ? PACE : UNSEEN) >= 0;
        if (due && foreign.get()
                .status() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, _, var client)) {
            requestedAt = moment;
            backgroundQuery.submit(() -> PrometheusAlertList.read(client));
        }
    }

    private void acceptAnswer(PrometheusAlertList latestAlertList) {
        foreign.set(foreign.get().withAnswer(latestAlertList, now.getValue()));
    }

    @Override
    public void close() {
        observerRegistration.close();
        ticks.unsubscribe();
        backgroundQuery.cancel();
    }
}
