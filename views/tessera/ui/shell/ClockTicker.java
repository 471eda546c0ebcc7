package tessera.ui.shell;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import tessera.ui.kit.JavaFxPeriodicAction;

/** Clock of a window: by the second where seconds are shown, and in longer steps for ages. FX thread. */
final class ClockTicker implements AutoCloseable {

    private static final long AGE_STEP = 10;
    private static final long CALM_STEP = 5;

    private final Clock clock;
    private final ObjectProperty<Instant> second;
    private final ObjectProperty<Instant> frame;
    private final ObjectProperty<Instant> now;
    private boolean counted = true;
    private final JavaFxPeriodicAction ticking;

    /** One that goes. */
    ClockTicker(Clock clock) {
        this.clock = clock;
        second = new SimpleObjectProperty<>(clock.instant().truncatedTo(ChronoUnit.SECONDS));
        frame = new SimpleObjectProperty<>(second.get());
        now = new SimpleObjectProperty<>(clock.instant());
        ticking = new JavaFxPeriodicAction(Duration.ofSeconds(1), this::tick);
    }

    ObservableValue<Instant> everySecond() {
        return second;
    }

    /** Ticks every second while seconds are counted, as until the next try; otherwise every few. */
    ObservableValue<Instant> frameTime() {
        return frame;
    }

    void setCountsSeconds(boolean seconds) {
        counted = seconds;
    }

    ObservableValue<Instant> now() {
        return now;
    }

    private void tick() {
        var instant = clock.instant();
        second.set(instant.truncatedTo(ChronoUnit.SECONDS));
        if (counted || Math.abs(frame.get().until(instant, ChronoUnit.SECONDS)) >= CALM_STEP) {
            frame.set(second.get());
        }
        if (now.get().until(instant, ChronoUnit.SECONDS) >= AGE_STEP) {
            now.set(instant);
        }
    }

    @Override
    public void close() {
        ticking.close();
    }
}
