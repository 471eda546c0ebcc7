package tessera.dra;

import java.util.List;
import tessera.text.Reason;

/** The property by which a selector matches no device, as a clause. */
sealed interface DeviceMismatchReason extends Reason {

    /**
     * An attribute or capacity that a CEL selector names and no device has.
     *
     * @param part    {@code attributes} or {@code capacity}
     * @param similar the name that was probably meant, else the names that exist
     */
    record MissingDeviceProperty(String part, String name, List<String> similar) implements DeviceMismatchReason {

        public MissingDeviceProperty {
            similar = List.copyOf(similar);
        }
    }

    /**
     * An attribute or capacity under a domain that no device uses.
     *
     * @param drivers the domains of the devices; empty where the domain is the standard one
     */
    record ForeignPropertyDomain(String part, String name, String domain,
            List<String> drivers) implements DeviceMismatchReason {

        public ForeignPropertyDomain {
            drivers = List.copyOf(drivers);
        }
    }

    record UnmatchedDeviceProperty(String part, String name, String required,
            List<String> values) implements DeviceMismatchReason {

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
