package tessera.insight;

import java.util.Optional;
import tessera.model.reading.MetricValues;

/** Rules for the health of a device by its measured values. */
public interface DeviceHealthRules {

    /** Judges nothing. */
    DeviceHealthRules NONE = new DeviceHealthRules() {
        @Override
        public boolean isTooHot(MetricValues values) {
            return false;
        }

        @Override
        public Optional<DeviceFault> findFault(MetricValues values) {
            return Optional.empty();
        }
    };

    /**
     * The reason for which a device is withheld.
     *
     * @param title e.g. {@code GPU has fallen off the bus}
     * @param name  e.g. {@code XID 79}
     */
    record DeviceFault(String title, String name) {}

    /** Returns whether the device is too hot and needs intervention. */
    boolean isTooHot(MetricValues values);

    /** Returns the fault for which the device is withheld from the scheduler; empty if it reports none. */
    Optional<DeviceFault> findFault(MetricValues values);
}
