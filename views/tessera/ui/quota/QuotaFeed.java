package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.insight.AcceleratorCatalog;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTable;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/** What bounds the namespaces of the cluster that is open, read anew while it is in sight. FX thread. */
final class QuotaFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<QuotaSources> told = new ReadOnlyObjectWrapper<>(
            new QuotaSources.QuotasUnread());
    private final PollingQuery<QuotaOverview> reading;

    QuotaFeed(AppServices desk, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(desk, now, PACE, new PollingReader<>(
                () -> new QuotaReader(desk.reached().objects(), accelerators)
                        .read(QuotaTable.known(desk.snapshots().get())),
                quotas -> told.set(new QuotaSources.QuotasKnown(quotas, now.getValue(), Optional.empty())),
                why -> told.set(told.get().without(why, now.getValue())),
                () -> told.set(new QuotaSources.QuotasUnread())));
    }

    ReadOnlyObjectProperty<QuotaSources> toldProperty() {
        return told.getReadOnlyProperty();
    }

    PollingQuery<QuotaOverview> reading() {
        return reading;
    }
}
