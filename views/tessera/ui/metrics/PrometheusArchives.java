package tessera.ui.metrics;

import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.fleet.PastFromPrometheus;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.Failure;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.FxRelay;
import tessera.ui.metrics.PrometheusArchive.ArchiveAnswer;
import tessera.ui.metrics.PrometheusArchive.ArchiveRequest;

/** Queries the Prometheus of the open cluster for history, one request at a time. FX thread. */
final class PrometheusArchives {

    private final AppServices desk;
    private final ReadOnlyObjectWrapper<PrometheusArchive> archive;
    private final AsyncQuery<ArchiveAnswer> lookup = new AsyncQuery<>(this::onAnswer,
            problem -> this.archive().set(this.archive().get().withFailure(problem)));

    /** Follows how it stands with the Prometheus for as long as there is a window. */
    PrometheusArchives(AppServices desk) {
        this.desk = desk;
        var standing = desk.prometheusStatus();
        archive = new ReadOnlyObjectWrapper<>(PrometheusArchive.ofStatus(standing.get()));
        standing.observe(() -> FxRelay.runOnFxThread(() -> onStatus(standing.get())));
    }

    private ReadOnlyObjectWrapper<PrometheusArchive> archive() {
        return archive;
    }

    ReadOnlyObjectProperty<PrometheusArchive> archiveProperty() {
        return archive.getReadOnlyProperty();
    }

    /** Starts over with another Prometheus, whose history is different. */
    private void onStatus(PrometheusStatus newest) {
        if (!newest.equals(archive.get().status())) {
            lookup.cancel();
            archive.set(PrometheusArchive.ofStatus(newest));
        }
    }

    private void onAnswer(ArchiveAnswer answer) {
        archive.set(archive.get().withAnswer(answer));
    }

    /** Queries history unless it was queried last; empty cancels the pending query. */
    void request(Optional<ArchiveRequest> wanted) {
        var before = archive.get();
        if (wanted.isEmpty()) {
            if (before.isAwaiting()) {
                lookup.cancel();
                archive.set(PrometheusArchive.ofStatus(before.status()));
            }
            return;
        }
        // Time goes on while an answer is waited for: asking anew each time, a slow server would never be heard.
        boolean waits = before.isAwaiting() && before.request().filter(wanted.get()::isNearly).isPresent();
        if (!waits && !wanted.equals(before.request())
                && before.status() instanceof PrometheusStatus.PrometheusAvailable(_, _, _, var client)) {
            // Before it is told, because whoever is told may want something else.
            var nodes = ScrapedNodes.of(desk.snapshots().get().nodes()).retainNodes(wanted.get().nodes());
            lookup.submit(() -> queryHistory(client, nodes, wanted.get()));
            archive.set(before.withRequest(wanted.get()));
        }
    }

    /** Allows the last request to be repeated. */
    void forgetRequest() {
        lookup.cancel();
        archive.set(PrometheusArchive.ofStatus(archive.get().status()));
    }

    /** Cancels the pending query. */
    void cancelRequest() {
        request(Optional.empty());
    }

    private static ArchiveAnswer queryHistory(PrometheusClient client, ScrapedNodes nodes, ArchiveRequest wanted)
            throws Failure, InterruptedException {
        var frame = wanted.frame();
        var metrics = ChartQuantity.ALL.stream().map(ChartQuantity::metric).collect(Collectors.toUnmodifiableSet());
        var remembered = new PastFromPrometheus(client).readPast(nodes, metrics,
                new StepRange(frame.from(), frame.to(), wanted.step()));
        return new ArchiveAnswer(wanted, remembered.past(), remembered.warnings());
    }
}
