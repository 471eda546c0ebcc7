package tessera.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.scheduling.RequiredNodeAffinity;

/**
 * A device as a driver publishes it in a slice. Attribute names without a domain belong to the driver's domain.
 *
 * @param node      the node it is on where its slice says that for each device; usually empty
 * @param nodeAffinity     nodes that reach it where its slice says that for each device; usually empty
 * @param common    attributes that many devices have in common
 * @param uniqueAttributes       texts of attributes that tell it from others, such as its UUID
 * @param capacity  amounts by their names
 * @param counters  what it takes of the counter sets of its pool
 * @param shareable whether several claims may have it at once
 */
public record ResourceSliceDevice(String name, String node, Optional<RequiredNodeAffinity> nodeAffinity,
        Map<String, DeviceAttributeValue> common, Map<String, String> uniqueAttributes,
        Map<String, DeviceCapacity> capacity, List<DeviceCounterAmounts> counters, List<DeviceTaint> taints,
        boolean shareable) {

    public ResourceSliceDevice {
        counters = List.copyOf(counters);
        taints = List.copyOf(taints);
    }

    /** Returns an attribute by the name under which it stands in the slice. */
    public Optional<DeviceAttributeValue> findAttribute(String name) {
        return Optional.ofNullable(uniqueAttributes.get(name)).map(ResourceSliceDevice::value)
                .or(() -> Optional.ofNullable(common.get(name)));
    }

    /** Returns the text of an attribute; empty where the device has none of that name. */
    public String attributeText(String name) {
        return findAttribute(name).map(DeviceAttributeValue::text).orElse("");
    }

    public Stream<Map.Entry<String, DeviceAttributeValue>> attributes() {
        return Stream.concat(common.entrySet().stream(),
                uniqueAttributes.entrySet().stream().map(each -> Map.entry(each.getKey(), value(each.getValue()))));
    }

    private static DeviceAttributeValue value(String text) {
        return new DeviceAttributeValue(DeviceAttributeValue.DeviceValueType.STRING, text);
    }

    /** Returns the same device with more taints. */
    public ResourceSliceDevice withTaints(List<DeviceTaint> more) {
        return new ResourceSliceDevice(name, node, nodeAffinity, common, uniqueAttributes, capacity, counters,
                Stream.concat(taints.stream(), more.stream()).toList(), shareable);
    }
}
