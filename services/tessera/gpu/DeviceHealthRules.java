package tessera.gpu;

import java.util.Optional;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.text.OptionalText;

/** Rules for the health of a device by its measured values. */
public interface DeviceHealthRules {

    /** Judges nothing. */
    DeviceHealthRules NONE = new DeviceHealthRules() {
        @Override
        public boolean isTooHot(DeviceMetricValues values) {
            return false;
        }

        @Override
        public Optional<DeviceFault> findFault(DeviceMetricValues values) {
            return Optional.empty();
        }

        @Override
        public Optional<DeviceFault> findCriticalFault(DeviceReadings device) {
            return Optional.empty();
        }
    };

    /**
     * A fault of a device.
     *
     * @param title e.g. {@code GPU has fallen off the bus}
     * @param name  e.g. {@code XID 79}; empty where the fault has none
     */
    record DeviceFault(String title, String name) {

        /** Returns name and title, e.g. {@code XID 79, GPU has fallen off the bus}. */
        public String text() {
            return OptionalText.suffixed(name, ", ") + title;
        }
    }

    /** Returns whether the device is too hot and needs intervention. */
    boolean isTooHot(DeviceMetricValues values);

    /** Returns the fault for which the device is withheld from the scheduler; empty if it reports none. */
    Optional<DeviceFault> findFault(DeviceMetricValues values);

    /** Returns the critical fault that one reading of the device proves; empty if it proves none. */
    Optional<DeviceFault> findCriticalFault(DeviceReadings device);
}
