package tessera.settings;

import java.util.Optional;
import tessera.alerts.AlertOrFindingSeverity;

/** The severity of alerts for which the desktop is notified while the window is not in use. */
public enum DesktopNotificationThreshold {
    OFF,
    /** Those for which someone has to act now. */
    CRITICAL,
    /** Those, and those that someone has to look at. */
    WARNING;

    /** Returns the minimum severity of alerts that are notified; empty for no notifications. */
    public Optional<AlertOrFindingSeverity> minimumSeverity() {
        return switch (this) {
            case OFF -> Optional.empty();
            case CRITICAL -> Optional.of(AlertOrFindingSeverity.CRITICAL);
            case WARNING -> Optional.of(AlertOrFindingSeverity.WARNING);
        };
    }
}
