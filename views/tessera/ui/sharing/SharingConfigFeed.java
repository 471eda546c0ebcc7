package tessera.ui.sharing;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;

/** Feed of the sharing configuration of the open cluster's device plugins. FX thread. */
final class SharingConfigFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<SharingReadState> readState = new ReadOnlyObjectWrapper<>(
            new SharingReadState.SharingUnread());
    private final PollingQuery<DevicePluginSharingConfiguration> reading;

    SharingConfigFeed(AppServices services, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(services, now, PACE,
                new PollingQueryCallbacks<>(() -> services.clusterServices().planLookups().readSharing(),
                        setup -> readState.set(new SharingReadState.SharingKnown(setup)),
                        problem -> readState.set(new SharingReadState.SharingUnreadable(problem)),
                        () -> readState.set(new SharingReadState.SharingUnread())));
    }

    ReadOnlyObjectProperty<SharingReadState> sourcesProperty() {
        return readState.getReadOnlyProperty();
    }

    PollingQuery<DevicePluginSharingConfiguration> pollingQuery() {
        return reading;
    }
}
