package tessera.settings;

import java.util.Optional;
import tessera.alerts.Severity;

/** Of which alerts the desktop is told while nobody looks at the window. */
public enum NotificationSettings {
    OFF,
    /** Those for which someone has to act now. */
    CRITICAL,
    /** Those, and those that someone has to look at. */
    WARNING;

    /** How urgent alerts are at least of which it is told; empty for none whatever. */
    public Optional<Severity> least() {
        return switch (this) {
            case OFF -> Optional.empty();
            case CRITICAL -> Optional.of(Severity.CRITICAL);
            case WARNING -> Optional.of(Severity.WARNING);
        };
    }
}
