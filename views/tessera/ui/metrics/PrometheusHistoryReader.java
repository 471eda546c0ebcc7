package tessera.ui.metrics;

import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.model.ProblemException;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryAnswer;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryRequest;

/** Queries the Prometheus of the open cluster for history, one request at a time. FX thread. */
final class PrometheusHistoryReader {

    private final AppServices desk;
    private final ReadOnlyObjectWrapper<PrometheusHistoryQueryState> archive;
    private final BackgroundQuery<HistoryQueryAnswer> lookup = new BackgroundQuery<>(this::onAnswer,
            problem -> this.archive().set(this.archive().get().withFailure(problem)));

    /** Follows how it stands with the Prometheus for as long as there is a window. */
    PrometheusHistoryReader(AppServices desk) {
        this.desk = desk;
        var standing = desk.prometheusStatus();
        archive = new ReadOnlyObjectWrapper<>(PrometheusHistoryQueryState.ofStatus(standing.get()));
        standing.observe(() -> JavaFxThreadRelay.runOnFxThread(() -> onStatus(standing.get())));
    }

    private ReadOnlyObjectWrapper<PrometheusHistoryQueryState> archive() {
        return archive;
    }

    ReadOnlyObjectProperty<PrometheusHistoryQueryState> archiveProperty() {
        return archive.getReadOnlyProperty();
    }

    /** Starts over with another Prometheus, whose history is different. */
    private void onStatus(PrometheusDiscoveryStatus newest) {
        if (!newest.equals(archive.get().status())) {
            lookup.cancel();
            archive.set(PrometheusHistoryQueryState.ofStatus(newest));
        }
    }

    private void onAnswer(HistoryQueryAnswer answer) {
        archive.set(archive.get().withAnswer(answer));
    }

    /** Queries history unless it was queried last; empty cancels the pending query. */
    void request(Optional<HistoryQueryRequest> wanted) {
        var before = archive.get();
        if (wanted.isEmpty()) {
            if (before.isAwaiting()) {
                lookup.cancel();
                archive.set(PrometheusHistoryQueryState.ofStatus(before.status()));
            }
            return;
        }
        // Time goes on while an answer is waited for: asking anew each time, a slow server would never be heard.
        boolean waits = before.isAwaiting() && before.request().filter(wanted.get()::isNearly).isPresent();
        if (!waits && !wanted.equals(before.request())
                && before.status() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, _, var client)) {
            // Before it is told, because whoever is told may want something else.
            var nodes = NodesByExporterTarget.of(desk.snapshots().get().nodes()).retainNodes(wanted.get().nodes());
            lookup.submit(() -> queryHistory(client, nodes, wanted.get()));
            archive.set(before.withRequest(wanted.get()));
        }
    }

    /** Allows the last request to be repeated. */
    void forgetRequest() {
        lookup.cancel();
        archive.set(PrometheusHistoryQueryState.ofStatus(archive.get().status()));
    }

    /** Cancels the pending query. */
    void cancelRequest() {
        request(Optional.empty());
    }

    private static HistoryQueryAnswer queryHistory(PrometheusClient client, NodesByExporterTarget nodes,
            HistoryQueryRequest wanted)
            throws ProblemException, InterruptedException {
        var frame = wanted.frame();
        var metrics = ChartedGpuMetric.ALL.stream().map(ChartedGpuMetric::metric)
                .collect(Collectors.toUnmodifiableSet());
        var remembered = new PrometheusNodeHistoryReader(client).readPast(nodes, metrics,
                new QueryTimeRange(frame.from(), frame.to(), wanted.step()));
        return new HistoryQueryAnswer(wanted, remembered.past(), remembered.warnings());
    }
}
