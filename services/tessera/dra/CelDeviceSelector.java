package tessera.dra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.cel.CelException;
import tessera.cel.CelProgram;
import tessera.cel.KubernetesCelTypes;
import tessera.kube.quantity.QuantityParser;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceCapacity;

/**
 * An expression that selects devices. Where a device has nothing of a domain that is asked for it has an empty map; what
 * cannot be read here is told as unknown. One thread at a time.
 */
final class CelDeviceSelector {

    private static final Pattern DOMAIN = Pattern.compile("\\[\\s*['\"]([^'\"]+)['\"]\\s*\\]");

    /** Attributes that differ from one device to the next: what asks for one has to be asked of each. */
    private static final Pattern OWN = Pattern
            .compile("(?i)uuid|serial|\\[\\s*[a-z_]|size\\(|exists|all\\(|map\\(|filter\\(");
    private static final int KEPT = 4_000;

    private static final String LACKS = "no such key: ";

    /** The server takes none that is longer. */
    private static final int LONGEST = 10 * 1024;

    private final Set<String> domains;
    private final Optional<CelProgram> cel;
    private final boolean individual;
    /** What it says of devices that are alike in all that it can ask for: a fleet has few kinds of them. */
    private final Map<DeviceCacheKey, DeviceSelectorResult> resultsByDevice = new HashMap<>();

    private record DeviceCacheKey(String driver, Map<String, DeviceAttributeValue> attributes,
            Map<String, DeviceCapacity> capacity,
            boolean shareable) {}

    private CelDeviceSelector(String text, Set<String> domains, Optional<CelProgram> cel) {
        this.domains = domains;
        this.cel = cel;
        individual = OWN.matcher(text).find();
    }

    Optional<CelProgram> celProgram() {
        return cel;
    }

    /** The verdict of a selector on a device. */
    enum DeviceSelectorVerdict {
        TAKEN,
        LEFT,
        /** It asks in a way that is not known here. */
        UNKNOWN
    }

    static CelDeviceSelector parse(String text) {
        var domains = DOMAIN.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
        try {
            return new CelDeviceSelector(text, domains,
                    text.length() > LONGEST ? Optional.empty() : Optional.of(CelProgram.parse(text)));
        } catch (CelException _) {
            return new CelDeviceSelector(text, domains, Optional.empty());
        }
    }

    /**
     * The result of a selector for a device.
     *
     * @param error what it asks of the device that this does not have, in the words of an API server; empty for nothing
     */
    record DeviceSelectorResult(DeviceSelectorVerdict verdict, Optional<String> error) {}

    DeviceSelectorVerdict verdictOn(ResourcePoolDevice device) {
        return evaluate(device).verdict();
    }

    DeviceSelectorResult evaluate(ResourcePoolDevice device) {
        if (individual || cel.isEmpty()) {
            return evaluateAnew(device);
        }
        if (resultsByDevice.size() > KEPT) {
            resultsByDevice.clear();
        }
        var body = device.device();
        return resultsByDevice.computeIfAbsent(
                new DeviceCacheKey(device.driver(), body.common(), body.capacity(), body.shareable()),
                _ -> evaluateAnew(device));
    }

    private DeviceSelectorResult evaluateAnew(ResourcePoolDevice device) {
        if (cel.isEmpty()) {
            return new DeviceSelectorResult(DeviceSelectorVerdict.UNKNOWN, Optional.empty());
        }
        try {
            return new DeviceSelectorResult(
                    cel.get().isTrue(Map.of("device", describeDevice(device))) ? DeviceSelectorVerdict.TAKEN
                            : DeviceSelectorVerdict.LEFT,
                    Optional.empty());
        } catch (CelException error) {
            // An attribute that a device lacks leaves it out, too.
            return error.isUndetermined() ? new DeviceSelectorResult(DeviceSelectorVerdict.UNKNOWN, Optional.empty())
                    : new DeviceSelectorResult(DeviceSelectorVerdict.LEFT,
                            Optional.ofNullable(error.getMessage()).filter(text -> text.startsWith(LACKS)));
        }
    }

    private JsonNode describeDevice(ResourcePoolDevice device) {
        var described = JsonNodeFactory.instance.objectNode().put("driver", device.driver());
        described.put("allowMultipleAllocations", device.device().shareable());
        var attributes = described.putObject("attributes");
        var capacity = described.putObject("capacity");
        domains.forEach(attributes::putObject);
        domains.forEach(capacity::putObject);
        device.device().attributes()
                .forEach(each -> putValue(attributes, each.getKey(), device, () -> toNode(each.getValue())));
        device.device().capacity().forEach((name, amount) -> putValue(capacity, name, device,
                () -> KubernetesCelTypes.quantityValue(amount.value())));
        return described;
    }

    private interface AttributeValueReader {
        JsonNode read() throws CelException;
    }

    /** Puts a value under its domain; names without a domain are of the driver's own. */
    private static void putValue(ObjectNode values, String full, ResourcePoolDevice device,
            AttributeValueReader value) {
        int slash = full.indexOf('/');
        var domain = slash < 0 ? device.driver() : full.substring(0, slash);
        var into = values.get(domain) instanceof ObjectNode known ? known : values.putObject(domain);
        try {
            into.set(full.substring(slash + 1), value.read());
        } catch (CelException _) {
            // What is neither a quantity nor a version is as good as not told.
            into.remove(full.substring(slash + 1));
        }
    }

    private static JsonNode toNode(DeviceAttributeValue attribute) throws CelException {
        return switch (attribute.type()) {
            case STRING -> TextNode.valueOf(attribute.text());
            case BOOL -> BooleanNode.valueOf(attribute.text().equals("true"));
            case INT -> LongNode.valueOf(QuantityParser.parseUnits(attribute.text()).orElse(0));
            case VERSION -> KubernetesCelTypes.versionValue(attribute.text());
        };
    }
}
