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
import tessera.ui.metrics.PrometheusArchive.ArchiveRequest;
import tessera.ui.metrics.PrometheusArchive.Came;

/** Asks the Prometheus of the cluster that is open for what is wanted of it, one question at a time. FX thread. */
final class PrometheusArchives {

    private final AppServices desk;
    private final ReadOnlyObjectWrapper<PrometheusArchive> archive;
    private final AsyncQuery<Came> lookup = new AsyncQuery<>(this::came,
            why -> this.archive().set(this.archive().get().without(why)));

    /** Follows how it stands with the Prometheus for as long as there is a window. */
    PrometheusArchives(AppServices desk) {
        this.desk = desk;
        var standing = desk.prometheus();
        archive = new ReadOnlyObjectWrapper<>(PrometheusArchive.of(standing.get()));
        standing.observe(() -> FxRelay.show(() -> follow(standing.get())));
    }

    private ReadOnlyObjectWrapper<PrometheusArchive> archive() {
        return archive;
    }

    ReadOnlyObjectProperty<PrometheusArchive> archiveProperty() {
        return archive.getReadOnlyProperty();
    }

    /** What one remembers is not what another does. */
    private void follow(PrometheusStatus newest) {
        if (!newest.equals(archive.get().standing())) {
            lookup.cancel();
            archive.set(PrometheusArchive.of(newest));
        }
    }

    private void came(Came answer) {
        archive.set(archive.get().with(answer));
    }

    /** Asks for this unless it was asked last; for nothing, gives up what is being asked. */
    void want(Optional<ArchiveRequest> wanted) {
        var before = archive.get();
        if (wanted.isEmpty()) {
            if (before.awaits()) {
                lookup.cancel();
                archive.set(PrometheusArchive.of(before.standing()));
            }
            return;
        }
        // Time goes on while an answer is waited for: asking anew each time, a slow server would never be heard.
        boolean waits = before.awaits() && before.asked().filter(wanted.get()::nearly).isPresent();
        if (!waits && !wanted.equals(before.asked())
                && before.standing() instanceof PrometheusStatus.PrometheusAvailable(_, _, _, var client)) {
            // Before it is told, because whoever is told may want something else.
            var nodes = ScrapedNodes.of(desk.snapshots().get().nodes()).only(wanted.get().nodes());
            lookup.ask(() -> read(client, nodes, wanted.get()));
            archive.set(before.asking(wanted.get()));
        }
    }

    /** What was asked may be asked again. */
    void forget() {
        lookup.cancel();
        archive.set(PrometheusArchive.of(archive.get().standing()));
    }

    /** Gives up what is being asked. */
    void leave() {
        want(Optional.empty());
    }

    private static Came read(PrometheusClient client, ScrapedNodes nodes, ArchiveRequest wanted)
            throws Failure, InterruptedException {
        var frame = wanted.frame();
        var metrics = ChartQuantity.ALL.stream().map(ChartQuantity::metric).collect(Collectors.toUnmodifiableSet());
        var remembered = new PastFromPrometheus(client).read(nodes, metrics,
                new StepRange(frame.from(), frame.to(), wanted.step()));
        return new Came(wanted, remembered.past(), remembered.warnings());
    }
}
