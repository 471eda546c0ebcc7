package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.insight.Accelerators;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTable;
import tessera.quota.Quotas;
import tessera.ui.Desk;
import tessera.ui.Rereading;
import tessera.ui.Rereading.Reader;

/** What bounds the namespaces of the cluster that is open, read anew while it is in sight. FX thread. */
final class QuotaFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<Told> told = new ReadOnlyObjectWrapper<>(new Told.NotYet());
    private final Rereading<Quotas> reading;

    QuotaFeed(Desk desk, Accelerators accelerators, ObservableValue<Instant> now) {
        reading = new Rereading<>(desk, now, PACE, new Reader<>(
                () -> new QuotaReader(desk.reached().objects(), accelerators)
                        .read(QuotaTable.known(desk.snapshots().get())),
                quotas -> told.set(new Told.Known(quotas, now.getValue(), Optional.empty())),
                why -> told.set(told.get().without(why, now.getValue())),
                () -> told.set(new Told.NotYet())));
    }

    ReadOnlyObjectProperty<Told> toldProperty() {
        return told.getReadOnlyProperty();
    }

    Rereading<Quotas> reading() {
        return reading;
    }
}
