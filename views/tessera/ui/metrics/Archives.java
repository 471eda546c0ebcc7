package tessera.ui.metrics;

import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.Span;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.fleet.PastFromPrometheus;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.Failure;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.Relay;
import tessera.ui.metrics.Archive.Came;
import tessera.ui.metrics.Archive.Wanted;

/** Asks the Prometheus of the cluster that is open for what is wanted of it, one question at a time. FX thread. */
final class Archives {

    private final Desk desk;
    private final ReadOnlyObjectWrapper<Archive> archive;
    private final Lookup<Came> lookup = new Lookup<>(this::came,
            why -> this.archive().set(this.archive().get().without(why)));

    /** Follows how it stands with the Prometheus for as long as there is a window. */
    Archives(Desk desk) {
        this.desk = desk;
        var standing = desk.prometheus();
        archive = new ReadOnlyObjectWrapper<>(Archive.of(standing.get()));
        standing.observe(() -> Relay.show(() -> follow(standing.get())));
    }

    private ReadOnlyObjectWrapper<Archive> archive() {
        return archive;
    }

    ReadOnlyObjectProperty<Archive> archiveProperty() {
        return archive.getReadOnlyProperty();
    }

    /** What one remembers is not what another does. */
    private void follow(Standing newest) {
        if (!newest.equals(archive.get().standing())) {
            lookup.cancel();
            archive.set(Archive.of(newest));
        }
    }

    private void came(Came answer) {
        archive.set(archive.get().with(answer));
    }

    /** Asks for this unless it was asked last; for nothing, gives up what is being asked. */
    void want(Optional<Wanted> wanted) {
        var before = archive.get();
        if (wanted.isEmpty()) {
            if (before.awaits()) {
                lookup.cancel();
                archive.set(Archive.of(before.standing()));
            }
            return;
        }
        // Time goes on while an answer is waited for: asking anew each time, a slow server would never be heard.
        boolean waits = before.awaits() && before.asked().filter(wanted.get()::nearly).isPresent();
        if (!waits && !wanted.equals(before.asked())
                && before.standing() instanceof Standing.Here(_, _, _, var client)) {
            // Before it is told, because whoever is told may want something else.
            var nodes = ScrapedNodes.of(desk.snapshots().get().nodes()).only(wanted.get().nodes());
            lookup.ask(() -> read(client, nodes, wanted.get()));
            archive.set(before.asking(wanted.get()));
        }
    }

    /** What was asked may be asked again. */
    void forget() {
        lookup.cancel();
        archive.set(Archive.of(archive.get().standing()));
    }

    /** Gives up what is being asked. */
    void leave() {
        want(Optional.empty());
    }

    private static Came read(PrometheusClient client, ScrapedNodes nodes, Wanted wanted)
            throws Failure, InterruptedException {
        var frame = wanted.frame();
        var metrics = Quantity.ALL.stream().map(Quantity::metric).collect(Collectors.toUnmodifiableSet());
        var remembered = new PastFromPrometheus(client).read(nodes, metrics,
                new Span(frame.from(), frame.to(), wanted.step()));
        return new Came(wanted, remembered.past(), remembered.warnings());
    }
}
