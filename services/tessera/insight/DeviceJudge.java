package tessera.insight;

import java.util.Optional;
import tessera.model.reading.MetricValues;

/** Says what is wrong with a device by what is measured of it. */
public interface DeviceJudge {

    /** Judges nothing. */
    DeviceJudge NONE = new DeviceJudge() {
        @Override
        public boolean tooHot(MetricValues values) {
            return false;
        }

        @Override
        public Optional<DeviceFault> fault(MetricValues values) {
            return Optional.empty();
        }
    };

    /**
     * Why a device is withheld.
     *
     * @param title e.g. {@code GPU has fallen off the bus}
     * @param name  e.g. {@code XID 79}
     */
    record DeviceFault(String title, String name) {}

    /** Whether it is so hot that somebody has to act. */
    boolean tooHot(MetricValues values);

    /** The fault for which it is withheld from the scheduler, if it is; empty where it reports none. */
    Optional<DeviceFault> fault(MetricValues values);
}
