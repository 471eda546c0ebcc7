package tessera.plan.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The command-line option of a grace period, which kubectl and Tessera spell alike. */
public final class GracePeriodOption {

    private GracePeriodOption() {}

    /** Returns the option; empty where pods end as they say themselves. */
    public static String optionText(@Nullable Duration gracePeriod) {
        return gracePeriod == null ? "" : "--grace-period=" + gracePeriod.toSeconds();
    }
}
