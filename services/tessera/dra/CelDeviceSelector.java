package tessera.dra;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.cel.CelException;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;
import tessera.cel.CelValues;
import tessera.kube.quantity.QuantityParser;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceCapacity;

/**
 * An expression that selects devices; what does not compile, or cannot be evaluated here, is told as unknown. One thread at a
 * time.
 */
final class CelDeviceSelector {

    /** Attributes that differ from one device to the next: what asks for one has to be asked of each. */
    private static final Pattern OWN = Pattern
            .compile("(?i)uuid|serial|\\[\\s*[a-z_]|size\\(|exists|all\\(|map\\(|filter\\(");
    private static final int KEPT = 4_000;

    /** The server takes none that is longer. */
    private static final int LONGEST = 10 * 1024;

    private static final DeviceSelectorResult UNKNOWN = new DeviceSelectorResult(DeviceSelectorVerdict.UNKNOWN,
            Optional.empty());
    private static final DeviceSelectorResult TAKEN = new DeviceSelectorResult(DeviceSelectorVerdict.TAKEN,
            Optional.empty());
    private static final DeviceSelectorResult LEFT = new DeviceSelectorResult(DeviceSelectorVerdict.LEFT,
            Optional.empty());

    private final Optional<CelProgram> program;
    private final boolean individual;
    /** What it says of devices that are alike in all that it can ask for: a fleet has few kinds of them. */
    private final Map<DeviceCacheKey, DeviceSelectorResult> resultsByDevice = new HashMap<>();

    private record DeviceCacheKey(String driver, Map<String, DeviceAttributeValue> attributes,
            Map<String, DeviceCapacity> capacity, boolean shareable) {}

    private CelDeviceSelector(String text, Optional<CelProgram> program) {
        this.program = program;
        individual = OWN.matcher(text).find();
    }

    Optional<CelProgram> celProgram() {
        return program;
    }

    /** The verdict of a selector on a device. */
    enum DeviceSelectorVerdict {
        TAKEN,
        LEFT,
        /** It asks in a way that is not known here. */
        UNKNOWN
    }

    static CelDeviceSelector parse(String text) {
        try {
            return new CelDeviceSelector(text, text.length() > LONGEST ? Optional.empty()
                    : Optional.of(CelProgram.compile(CelScope.DEVICE_SELECTOR, text)));
        } catch (CelException _) {
            return new CelDeviceSelector(text, Optional.empty());
        }
    }

    /**
     * The result of a selector for a device.
     *
     * @param error why it has no value for the device, in the words of an API server; empty where it has one
     */
    record DeviceSelectorResult(DeviceSelectorVerdict verdict, Optional<String> error) {}

    DeviceSelectorVerdict verdictOn(ResourcePoolDevice device) {
        return evaluate(device).verdict();
    }

    DeviceSelectorResult evaluate(ResourcePoolDevice device) {
        if (program.isEmpty()) {
            return UNKNOWN;
        }
        if (individual) {
            return evaluateAnew(program.get(), device);
        }
        if (resultsByDevice.size() > KEPT) {
            resultsByDevice.clear();
        }
        var body = device.device();
        return resultsByDevice.computeIfAbsent(
                new DeviceCacheKey(device.driver(), body.common(), body.capacity(), body.shareable()),
                _ -> evaluateAnew(program.get(), device));
    }

    private static DeviceSelectorResult evaluateAnew(CelProgram program, ResourcePoolDevice device) {
        try {
            return program.isTrue(Map.of("device", DeviceCelValue.of(device))) ? TAKEN : LEFT;
        } catch (CelException error) {
            if (error.isUndetermined()) {
                return UNKNOWN;
            }
            return new DeviceSelectorResult(DeviceSelectorVerdict.LEFT, Optional.ofNullable(error.getMessage()));
        }
    }

    /**
     * The attributes or the capacity of a device as values of expressions, by their domains. Nothing is made of them that is not asked
     * for, as a selector is asked of a whole fleet.
     *
     * @param driver whose domain are names that have none
     * @param names  of what the device has
     * @param find   the value of a name
     */
    private record DeviceCelValue(String driver, Supplier<Stream<String>> names,
            Function<String, Optional<Object>> find) {

        private static final char SLASH = '/';

        /** Returns a device as the variable of selectors. */
        static Object of(ResourcePoolDevice device) {
            Function<String, @Nullable Object> fields = name -> switch (name) {
                case "driver" -> device.driver();
                case "allowMultipleAllocations" -> device.device().shareable();
                case "attributes" -> attributesOf(device);
                case "capacity" -> capacityOf(device);
                default -> null;
            };
            return CelValues.map(fields, () -> Map.of("driver", device.driver(), "allowMultipleAllocations",
                    device.device().shareable(), "attributes", attributesOf(device), "capacity", capacityOf(device)));
        }

        private static Object attributesOf(ResourcePoolDevice device) {
            var body = device.device();
            return new DeviceCelValue(device.driver(), () -> body.attributes().map(Map.Entry::getKey),
                    name -> body.findAttribute(name).flatMap(DeviceCelValue::valueOf)).byDomain();
        }

        private static Object capacityOf(ResourcePoolDevice device) {
            var capacity = device.device().capacity();
            return new DeviceCelValue(device.driver(), () -> capacity.keySet().stream(), name -> Optional
                    .ofNullable(capacity.get(name)).flatMap(amount -> CelValues.quantity(amount.value()))).byDomain();
        }

        /** Returns the value of an attribute; empty for a text that is no version, which is as good as not told. */
        private static Optional<Object> valueOf(DeviceAttributeValue attribute) {
            return switch (attribute.type()) {
                case STRING -> Optional.of(attribute.text());
                case BOOL -> Optional.of(attribute.text().equals("true"));
                case INT -> Optional.of(QuantityParser.parseUnits(attribute.text()).orElse(0));
                case VERSION -> CelValues.version(attribute.text());
            };
        }

        /** Returns the values by their domains; of a domain that a device does not have it has an empty map. */
        private Object byDomain() {
            return CelValues.mapWithDefaults(this::ofDomain, () -> {
                var domains = new HashMap<String, Object>();
                for (var name : names.get().toList()) {
                    domains.computeIfAbsent(domainOf(name), this::ofDomain);
                }
                return domains;
            });
        }

        private Object ofDomain(String domain) {
            return CelValues.map(name -> valueIn(domain, name), () -> {
                var values = new HashMap<String, Object>();
                names.get().filter(full -> domainOf(full).equals(domain))
                        .map(full -> full.substring(full.indexOf(SLASH) + 1))
                        .forEach(name -> values.computeIfAbsent(name, each -> valueIn(domain, each)));
                return values;
            });
        }

        private @Nullable Object valueIn(String domain, String name) {
            return find.apply(domain + SLASH + name)
                    .or(() -> domain.equals(driver) ? find.apply(name) : Optional.empty()).orElse(null);
        }

        private String domainOf(String full) {
            int slash = full.indexOf(SLASH);
            return slash < 0 ? driver : full.substring(0, slash);
        }
    }
}
