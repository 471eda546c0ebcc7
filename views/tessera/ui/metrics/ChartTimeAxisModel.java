package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import tessera.metrics.history.FleetDeviceMetricHistory;

/**
 * The common time of charts: visible frame, reach and crosshair. Whatever
 * a hand does to one of them happens to all. FX thread.
 */
final class ChartTimeAxisModel {

    private final ObjectProperty<Optional<ChartTimeFrame>> zoom = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<Instant>> pointer = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Duration> lookback = new SimpleObjectProperty<>(FleetDeviceMetricHistory.SPAN);
    /** What was in sight before anything else was chosen. */
    private Optional<ChartTimeFrame> live = Optional.empty();

    /** Returns the time that the user zoomed to; empty for the time up to now. */
    ObjectProperty<Optional<ChartTimeFrame>> zoomProperty() {
        return zoom;
    }

    /** Returns the time at the crosshair; empty while there is none. */
    ObjectProperty<Optional<Instant>> pointerProperty() {
        return pointer;
    }

    /** Returns how far back one can go; zero where everything is in sight. */
    ObjectProperty<Duration> reachProperty() {
        return lookback;
    }

    /** Shows the part of a frame between two shares of it. */
    void zoomToPart(ChartTimeFrame displayedTimeFrame, double one, double other) {
        rememberLive(displayedTimeFrame);
        zoom.set(Optional.of(displayedTimeFrame.partBetween(one, other)));
    }

    /**
     * Shows a frame of the same length, moved by a share of it.
     *
     * @param displayedTimeFrame what is in sight
     */
    void pan(ChartTimeFrame displayedTimeFrame, ChartTimeFrame from, double share) {
        goTo(rememberLive(displayedTimeFrame), from.panned(share));
    }

    /** Shows a longer time, or a shorter one for a factor below 1; the moment at the given share stays there. */
    void zoom(ChartTimeFrame displayedTimeFrame, double share, double factor) {
        goTo(rememberLive(displayedTimeFrame), displayedTimeFrame.scaled(share, factor));
    }

    private ChartTimeFrame rememberLive(ChartTimeFrame displayedTimeFrame) {
        var present = zoom.get().isEmpty() ? displayedTimeFrame : live.orElse(displayedTimeFrame);
        live = Optional.of(present);
        return present;
    }

    private void goTo(ChartTimeFrame present, ChartTimeFrame timeFrame) {
        var bounded = timeFrame.clampedTo(present.to().minus(lookback.get()), present.to());
        // Who comes back to the present stays in it.
        zoom.set(bounded.equals(present) ? Optional.empty() : Optional.of(bounded));
    }

    /** Goes back to the present; returns false where that is in sight. */
    boolean leaveZoom() {
        boolean away = zoom.get().isPresent();
        zoom.set(Optional.empty());
        return away;
    }
}
