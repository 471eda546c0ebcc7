package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTableBuilder;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;

/** Feed of the bounds of the open cluster's namespaces, refreshed while in view. FX thread. */
final class QuotaOverviewFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<QuotaReadState> readState = new ReadOnlyObjectWrapper<>(
            new QuotaReadState.UnreadQuotas());
    private final PollingQuery<QuotaOverview> reading;

    QuotaOverviewFeed(AppServices services, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(services, now, PACE, new PollingQueryCallbacks<>(
                () -> new QuotaReader(services.clusterServices().objectSource(), accelerators)
                        .read(QuotaTableBuilder.visibleNamespaces(services.snapshots().get())),
                quotas -> readState.set(new QuotaReadState.KnownQuotas(quotas, now.getValue(), Optional.empty())),
                problem -> readState.set(readState.get().withProblem(problem, now.getValue())),
                () -> readState.set(new QuotaReadState.UnreadQuotas())));
    }

    ReadOnlyObjectProperty<QuotaReadState> sourcesProperty() {
        return readState.getReadOnlyProperty();
    }

    PollingQuery<QuotaOverview> pollingQuery() {
        return reading;
    }
}
