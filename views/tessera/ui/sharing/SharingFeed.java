package tessera.ui.sharing;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.context.SharingSetup;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/** Feed of the sharing configuration of the open cluster's device plugins. FX thread. */
final class SharingFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<SharingSources> told = new ReadOnlyObjectWrapper<>(
            new SharingSources.SharingUnread());
    private final PollingQuery<SharingSetup> reading;

    SharingFeed(AppServices desk, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(desk, now, PACE,
                new PollingReader<>(() -> desk.clusterServices().planLookups().readSharing(),
                        setup -> told.set(new SharingSources.SharingKnown(setup)),
                        problem -> told.set(new SharingSources.SharingUnreadable(problem)),
                        () -> told.set(new SharingSources.SharingUnread())));
    }

    ReadOnlyObjectProperty<SharingSources> sourcesProperty() {
        return told.getReadOnlyProperty();
    }

    PollingQuery<SharingSetup> pollingQuery() {
        return reading;
    }
}
