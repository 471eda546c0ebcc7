package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import tessera.metrics.history.DeviceHistory;

/**
 * The time that charts have in common: which of it is in sight, how far back it goes, and which moment is pointed at. Whatever
 * a hand does to one of them happens to all. FX thread.
 */
final class TimeAxis {

    private final ObjectProperty<Optional<TimeFrame>> zoom = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<Instant>> pointer = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Duration> reach = new SimpleObjectProperty<>(DeviceHistory.SPAN);
    /** What was in sight before anything else was chosen. */
    private Optional<TimeFrame> live = Optional.empty();

    /** The time the user chose to see; empty for the time up to now. */
    ObjectProperty<Optional<TimeFrame>> zoomProperty() {
        return zoom;
    }

    /** Where the crosshair is; empty while it is nowhere. */
    ObjectProperty<Optional<Instant>> pointerProperty() {
        return pointer;
    }

    /** How far back one can go; zero where all there is is in sight. */
    ObjectProperty<Duration> reachProperty() {
        return reach;
    }

    /** Shows the part of a time between two shares of it. */
    void part(TimeFrame shown, double one, double other) {
        remember(shown);
        zoom.set(Optional.of(shown.part(one, other)));
    }

    /**
     * Shows a time of the length of a frame, moved by a share of it.
     *
     * @param shown what is in sight
     */
    void pan(TimeFrame shown, TimeFrame from, double share) {
        go(remember(shown), from.panned(share));
    }

    /** Shows a longer time, or a shorter one for a factor below 1; what lies at a share of the frame stays there. */
    void zoom(TimeFrame shown, double share, double factor) {
        go(remember(shown), shown.scaled(share, factor));
    }

    private TimeFrame remember(TimeFrame shown) {
        var present = zoom.get().isEmpty() ? shown : live.orElse(shown);
        live = Optional.of(present);
        return present;
    }

    private void go(TimeFrame present, TimeFrame wanted) {
        var bounded = wanted.within(present.to().minus(reach.get()), present.to());
        // Who comes back to the present stays in it.
        zoom.set(bounded.equals(present) ? Optional.empty() : Optional.of(bounded));
    }

    /** Goes back to the present; false where that is in sight. */
    boolean leave() {
        boolean away = zoom.get().isPresent();
        zoom.set(Optional.empty());
        return away;
    }
}
