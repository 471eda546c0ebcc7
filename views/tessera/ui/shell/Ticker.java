package tessera.ui.shell;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.util.Duration;

/** The time in a window: by the second where it is read, and in longer steps where ages are told by it. FX thread. */
final class Ticker implements AutoCloseable {

    private static final long AGE_STEP = 10;

    private final Clock clock;
    private final ObjectProperty<Instant> second;
    private final ObjectProperty<Instant> now;
    private final Timeline ticking = new Timeline(new KeyFrame(Duration.seconds(1), event -> tick()));

    /** One that goes. */
    Ticker(Clock clock) {
        this.clock = clock;
        second = new SimpleObjectProperty<>(clock.instant().truncatedTo(ChronoUnit.SECONDS));
        now = new SimpleObjectProperty<>(clock.instant());
        ticking.setCycleCount(Timeline.INDEFINITE);
        ticking.play();
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
        ticking.stop();
    }
}
