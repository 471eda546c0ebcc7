package tessera.ui.inspect;

import java.time.Instant;
import java.util.Optional;
import tessera.alerts.health.RecentObjectEvents;
import tessera.gpu.ReportedMigPlacements;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;

/**
 * The query of the inspector.
 *
 * @param page  that is in sight
 * @param chosenDevice  which of a node's devices is looked at alone; empty for all
 * @param recentEvents what was read of the cluster's notes about the target
 * @param placements  where somebody told that MIG instances lie
 */
record InspectorInput(ObjectRef target, Instant now, InspectorPageName page, Optional<DeviceSeriesKey> chosenDevice,
        RecentObjectEvents recentEvents, ReportedMigPlacements placements) {

    /** With places that nobody told. */
    InspectorInput(ObjectRef target, Instant now, InspectorPageName page, Optional<DeviceSeriesKey> part,
            RecentObjectEvents noted) {
        this(target, now, page, part, noted, ReportedMigPlacements.NOTHING);
    }

    /** The first page of an object. */
    InspectorInput(ObjectRef target, Instant now) {
        this(target, now, InspectorPageName.OVERVIEW, Optional.empty(), RecentObjectEvents.loading());
    }
}
