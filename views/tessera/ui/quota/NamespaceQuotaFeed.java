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
import tessera.quota.QuotaTableBuilder;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/** Feed of the bounds of the open cluster's namespaces, refreshed while in view. FX thread. */
final class NamespaceQuotaFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<QuotaReadState> told = new ReadOnlyObjectWrapper<>(
            new QuotaReadState.QuotasUnread());
    private final PollingQuery<QuotaOverview> reading;

    NamespaceQuotaFeed(AppServices desk, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(desk, now, PACE, new PollingReader<>(
                () -> new QuotaReader(desk.clusterServices().objectSource(), accelerators)
                        .read(QuotaTableBuilder.visibleNamespaces(desk.snapshots().get())),
                quotas -> told.set(new QuotaReadState.QuotasKnown(quotas, now.getValue(), Optional.empty())),
                problem -> told.set(told.get().withProblem(problem, now.getValue())),
                () -> told.set(new QuotaReadState.QuotasUnread())));
    }

    ReadOnlyObjectProperty<QuotaReadState> sourcesProperty() {
        return told.getReadOnlyProperty();
    }

    PollingQuery<QuotaOverview> pollingQuery() {
        return reading;
    }
}
