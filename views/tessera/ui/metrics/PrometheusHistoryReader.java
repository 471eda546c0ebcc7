package tessera.ui.metrics;

import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.flow.LatestValue;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.model.ProblemException;
import tessera.ui.BackgroundQuery;
import tessera.ui.DeviceHistorySource;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryAnswer;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryRequest;

/** Queries the Prometheus of the open cluster for history, one request at a time. FX thread. */
final class PrometheusHistoryReader {

    private final DeviceHistorySource services;
    private final ReadOnlyObjectWrapper<PrometheusHistoryQueryState> queryState;
    private final BackgroundQuery<HistoryQueryAnswer> backgroundQuery = new BackgroundQuery<>(this::onAnswer,
            problem -> this.archive().set(this.archive().get().withFailure(problem)));

    /** Follows how it stands with the Prometheus for as long as there is a window. */
    PrometheusHistoryReader(DeviceHistorySource services) {
        this.services = services;
        var discoveryState = services.prometheusStatus();
        queryState = new ReadOnlyObjectWrapper<>(PrometheusHistoryQueryState.ofStatus(discoveryState.get()));
        discoveryState.observe(() -> refreshStatus(discoveryState));
    }

    private void refreshStatus(LatestValue<PrometheusDiscoveryStatus> discoveryState) {
        JavaFxThreadRelay.runOnFxThread(() -> onStatus(discoveryState.get()));
    }

    private ReadOnlyObjectWrapper<PrometheusHistoryQueryState> archive() {
        return queryState;
    }

    ReadOnlyObjectProperty<PrometheusHistoryQueryState> archiveProperty() {
        return queryState.getReadOnlyProperty();
    }

    /** Starts over with another Prometheus, whose history is different. */
    private void onStatus(PrometheusDiscoveryStatus latestDiscoveryStatus) {
        if (!latestDiscoveryStatus.equals(queryState.get().status())) {
            backgroundQuery.cancel();
            queryState.set(PrometheusHistoryQueryState.ofStatus(latestDiscoveryStatus));
        }
    }

    private void onAnswer(HistoryQueryAnswer answer) {
        queryState.set(queryState.get().withAnswer(answer));
    }

    /** Queries history unless it was queried last; empty cancels the pending query. */
    void request(Optional<HistoryQueryRequest> wanted) {
        var before = queryState.get();
        if (wanted.isEmpty()) {
            if (before.isAwaiting()) {
                backgroundQuery.cancel();
                queryState.set(PrometheusHistoryQueryState.ofStatus(before.status()));
            }
            return;
        }
        // Time goes on while an answer is waited for: asking anew each time, a slow server would never be heard.
        boolean waits = before.isAwaiting() && before.request().filter(wanted.get()::isNearly).isPresent();
        if (!waits && !wanted.equals(before.request())
                && before.status() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, _, var client)) {
            // Before it is told, because whoever is told may want something else.
            var nodes = NodesByExporterTarget.of(services.snapshots().get().nodes()).retainNodes(wanted.get().nodes());
            backgroundQuery.submit(() -> queryHistory(client, nodes, wanted.get()));
            queryState.set(before.withRequest(wanted.get()));
        }
    }

    /** Allows the last request to be repeated. */
    void forgetRequest() {
        backgroundQuery.cancel();
        queryState.set(PrometheusHistoryQueryState.ofStatus(queryState.get().status()));
    }

    /** Cancels the pending query. */
    void cancelRequest() {
        request(Optional.empty());
    }

    private static HistoryQueryAnswer queryHistory(PrometheusClient client, NodesByExporterTarget nodes,
            HistoryQueryRequest request) throws ProblemException, InterruptedException {
        var frame = request.frame();
        var metrics = ChartedGpuMetric.ALL.stream().map(ChartedGpuMetric::metric)
                .collect(Collectors.toUnmodifiableSet());
        var historyWithWarnings = new PrometheusNodeHistoryReader(client).readPast(nodes, metrics,
                new QueryTimeRange(frame.from(), frame.to(), request.step()));
        return new HistoryQueryAnswer(request, historyWithWarnings.history(), historyWithWarnings.warnings());
    }
}
