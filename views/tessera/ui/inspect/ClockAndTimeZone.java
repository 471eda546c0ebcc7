package tessera.ui.inspect;

import java.time.Instant;
import java.time.ZoneId;
import javafx.beans.value.ObservableValue;

/**
 * The current time and time zone of the window.
 *
 * @param zone in which it is said
 */
public record ClockAndTimeZone(ObservableValue<Instant> now, ZoneId zone) {}
