package tessera.dra;

import java.util.List;
import tessera.text.Reason;

/** The property by which a selector matches no device, as a clause. */
sealed interface DeviceMismatchReason extends Reason {

    /**
     * Missing device property.
     *
     * @param part    {@code attributes} or {@code capacity}
     * @param similar the name that was probably meant, else those that there are
     */
    record MissingDeviceProperty(String part, String name, List<String> similar) implements DeviceMismatchReason {

        public MissingDeviceProperty {
            similar = List.copyOf(similar);
        }
    }

    /**
     * Foreign property domain.
     *
     * @param drivers domains of the devices; empty where the domain is the standard one
     */
    record ForeignPropertyDomain(String part, String name, String domain, List<String> drivers)
            implements
                DeviceMismatchReason {

        public ForeignPropertyDomain {
            drivers = List.copyOf(drivers);
        }
    }

    record UnmatchedDeviceProperty(String part, String name, String required, List<String> values)
            implements
                DeviceMismatchReason {

        public UnmatchedDeviceProperty {
            values = List.copyOf(values);
        }
    }

    /** Properties that the selector compares, each of which some device has. */
    record OtherDeviceProperties(List<DevicePropertyValues> properties) implements DeviceMismatchReason {

        public OtherDeviceProperties {
            properties = List.copyOf(properties);
        }
    }

    /** The values of one property. */
    record DevicePropertyValues(String name, List<String> values) implements Reason {

        public DevicePropertyValues {
            values = List.copyOf(values);
        }
    }
}
