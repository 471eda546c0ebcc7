package tessera.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.Taint;

/**
 * A taint of a device.
 *
 * @param since when it was added; null when nobody says
 * @param rule  the DeviceTaintRule that adds it; empty where the driver does
 */
public record DeviceTaint(Taint taint, @Nullable Instant since, String rule) {

    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String NO_EXECUTE = "NoExecute";

    /** Returns whether it keeps new claims from the device; with the effect None it only informs. */
    public boolean repels() {
        return taint.effect().equals(NO_SCHEDULE) || taint.effect().equals(NO_EXECUTE);
    }
}
