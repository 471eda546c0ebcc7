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
final class GpuSharingConfigFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<GpuSharingConfigReadState> readState = new ReadOnlyObjectWrapper<>(
            new GpuSharingConfigReadState.SharingUnread());
    private final PollingQuery<DevicePluginSharingConfiguration> reading;

    GpuSharingConfigFeed(AppServices services, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(services, now, PACE,
                new PollingQueryCallbacks<>(() -> services.clusterServices().planLookups().readSharing(),
                        setup -> readState.set(new GpuSharingConfigReadState.SharingKnown(setup)),
                        problem -> readState.set(new GpuSharingConfigReadState.SharingUnreadable(problem)),
                        () -> readState.set(new GpuSharingConfigReadState.SharingUnread())));
    }

    ReadOnlyObjectProperty<GpuSharingConfigReadState> sourcesProperty() {
        return readState.getReadOnlyProperty();
    }

    PollingQuery<DevicePluginSharingConfiguration> pollingQuery() {
        return reading;
    }
}
