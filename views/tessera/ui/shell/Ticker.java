package tessera.ui.shell;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import tessera.ui.kit.Pace;

/** The time in a window: by the second where it is read, and in longer steps where ages are told by it. FX thread. */
final class Ticker implements AutoCloseable {

    private static final long AGE_STEP = 10;

    private final Clock clock;
    private final ObjectProperty<Instant> second;
    private final ObjectProperty<Instant> now;
    private final Pace ticking;

    /** One that goes. */
    Ticker(Clock clock) {
        this.clock = clock;
        second = new SimpleObjectProperty<>(clock.instant().truncatedTo(ChronoUnit.SECONDS));
        now = new SimpleObjectProperty<>(clock.instant());
        ticking = new Pace(Duration.ofSeconds(1), this::tick);
    }

    ObservableValue<Instant> second() {
        return second;
    }

    ObservableValue<Instant> now() {
        return now;
    }

    private void tick() {
        var instant = clock.instant();
        second.set(instant.truncatedTo(ChronoUnit.SECONDS));
        if (now.get().until(instant, ChronoUnit.SECONDS) >= AGE_STEP) {
            now.set(instant);
        }
    }

    @Override
    public void close() {
        ticking.close();
    }
}
