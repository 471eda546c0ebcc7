package tessera.dra;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.cel.CelValues;
import tessera.kube.quantity.QuantityParser;
import tessera.model.DeviceAttributeValue;

/**
 * The attributes or the capacity of a device as values of expressions, by their domains. Nothing is made of them that is not asked
 * for, as a selector is asked of a whole fleet.
 *
 * @param driver whose domain are names that have none
 * @param names  of what the device has
 * @param find   the value of a name
 */
record DeviceCelValue(String driver, Supplier<Stream<String>> names, Function<String, Optional<Object>> find) {

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
        return new DeviceCelValue(device.driver(), () -> capacity.keySet().stream(),
                name -> Optional.ofNullable(capacity.get(name)).flatMap(amount -> CelValues.quantity(amount.value())))
                .byDomain();
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
            names.get().forEach(name -> domains.computeIfAbsent(domainOf(name), this::ofDomain));
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
