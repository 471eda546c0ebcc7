package tessera.ui.operator;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.stack.GpuStackObjects;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;

/** Feed of the GPU stack's objects as last read. FX thread. */
final class GpuStackObjectsPoller {

    private static final Duration PACE = Duration.ofSeconds(15);

    private final ReadOnlyObjectWrapper<LastReadGpuStack> sighting = new ReadOnlyObjectWrapper<>(
            LastReadGpuStack.NOTHING);
    private final PollingQuery<GpuStackObjects> reading;

    GpuStackObjectsPoller(AppServices services, ObservableValue<Instant> now) {
        reading = new PollingQuery<>(services, now, PACE,
                new PollingQueryCallbacks<>(() -> services.clusterServices().stackSource().read(),
                        latestStackObjects -> sighting.set(sighting.get().withObjects(latestStackObjects)),
                        problem -> sighting.set(sighting.get().withProblem(problem)),
                        () -> sighting.set(LastReadGpuStack.NOTHING)));
    }

    ReadOnlyObjectProperty<LastReadGpuStack> sightingProperty() {
        return sighting.getReadOnlyProperty();
    }

    PollingQuery<GpuStackObjects> pollingQuery() {
        return reading;
    }
}
