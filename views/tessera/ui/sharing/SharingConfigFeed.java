package tessera.ui.sharing;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/** Feed of the sharing configuration of the open cluster's device plugins. FX thread. */
final class SharingConfigFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<SharingReadState> told = new ReadOnlyObjectWrapper<>(
            new SharingReadState.SharingUnread());
    private final PollingQuery<DevicePluginSharingConfiguration> reading;

    SharingConfigFeed(AppServices desk, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(desk, now, PACE,
                new PollingReader<>(() -> desk.clusterServices().planLookups().readSharing(),
                        setup -> told.set(new SharingReadState.SharingKnown(setup)),
                        problem -> told.set(new SharingReadState.SharingUnreadable(problem)),
                        () -> told.set(new SharingReadState.SharingUnread())));
    }

    ReadOnlyObjectProperty<SharingReadState> sourcesProperty() {
        return told.getReadOnlyProperty();
    }

    PollingQuery<DevicePluginSharingConfiguration> pollingQuery() {
        return reading;
    }
}
