package tessera.dra;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.scheduling.NodeAffinityReader;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.TolerationReader;
import tessera.model.AllocatedDevice;
import tessera.model.ClaimDeviceRequest;
import tessera.model.ControllerRef;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceCapacity;
import tessera.model.DeviceClass;
import tessera.model.DeviceConstraint;
import tessera.model.DeviceCounterAmounts;
import tessera.model.DeviceSubRequest;
import tessera.model.DeviceTaint;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimAllocation;
import tessera.model.ResourceClaimConsumer;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;

/** Reads whole objects of resource.k8s.io, of versions v1, v1beta2 and v1beta1. */
public final class DraObjectReader {

    private static final String EXTENDED = "resource.kubernetes.io/extended-resource-claim";

    private DraObjectReader() {}

    public static DeviceClass readClass(JsonNode object) {
        return new DeviceClass(readName(object), readInstant(object.at("/metadata/creationTimestamp")),
                readExpressions(object.at("/spec/selectors")), object.at("/spec/extendedResourceName").asText());
    }

    public static ResourceSlice readSlice(JsonNode object) {
        var spec = object.path("spec");
        var devices = spec.path("devices").valueStream().map(device -> readDevice(device.path("name").asText(),
                // What a device is stands under “basic” in v1beta1.
                device.has("basic") ? device.path("basic") : device)).toList();
        return new ResourceSlice(readName(object), spec.path("driver").asText(), spec.at("/pool/name").asText(),
                spec.at("/pool/generation").asLong(), spec.at("/pool/resourceSliceCount").asInt(),
                spec.path("nodeName").asText(), readReach(spec), devices,
                spec.path("sharedCounters").valueStream().map(
                        set -> new DeviceCounterAmounts(set.path("name").asText(), readAmounts(set.path("counters"))))
                        .toList());
    }

    private static Optional<RequiredNodeAffinity> readReach(JsonNode said) {
        if (said.path("allNodes").asBoolean()) {
            return Optional.of(RequiredNodeAffinity.ANY);
        }
        return NodeAffinityReader.readNodeSelector(said.path("nodeSelector"));
    }

    private static ResourceSliceDevice readDevice(String name, JsonNode body) {
        Map<String, DeviceAttributeValue> attributes = HashMap.newHashMap(body.path("attributes").size());
        for (var each : body.path("attributes").properties()) {
            readValue(each.getValue()).ifPresent(value -> attributes.put(each.getKey(), value));
        }
        Map<String, DeviceCapacity> capacity = HashMap.newHashMap(body.path("capacity").size());
        body.path("capacity").properties().forEach(each -> capacity.put(each.getKey(), readCapacity(each.getValue())));
        return new ResourceSliceDevice(name, body.path("nodeName").asText(), readReach(body), attributes, Map.of(),
                capacity,
                body.path("consumesCounters").valueStream()
                        .map(use -> new DeviceCounterAmounts(use.path("counterSet").asText(),
                                readAmounts(use.path("counters"))))
                        .toList(),
                body.path("taints").valueStream().map(DraObjectReader::readTaint).toList(),
                body.path("allowMultipleAllocations").asBoolean());
    }

    private static Optional<DeviceAttributeValue> readValue(JsonNode attribute) {
        for (var type : DeviceAttributeValue.DeviceValueType.values()) {
            var said = attribute.path(type.name().toLowerCase(java.util.Locale.ROOT));
            if (said.isValueNode()) {
                return Optional.of(new DeviceAttributeValue(type, said.asText()));
            }
        }
        return Optional.empty();
    }

    private static DeviceCapacity readCapacity(JsonNode said) {
        var policy = said.path("requestPolicy");
        var range = policy.path("validRange");
        return new DeviceCapacity(said.path("value").asText(), policy.path("default").asText(),
                range.path("min").asText(), range.path("max").asText(), range.path("step").asText(),
                policy.path("validValues").valueStream().map(JsonNode::asText).toList());
    }

    private static Map<String, Long> readAmounts(JsonNode counters) {
        Map<String, Long> amounts = HashMap.newHashMap(counters.size());
        counters.properties()
                .forEach(each -> amounts.put(each.getKey(), QuantityParser.parseUnits(
                        each.getValue().isObject() ? each.getValue().path("value").asText() : each.getValue().asText())
                        .orElse(0)));
        return amounts;
    }

    private static DeviceTaint readTaint(JsonNode said) {
        return new DeviceTaint(
                new Taint(said.path("key").asText(), said.path("value").asText(), said.path("effect").asText()),
                readInstant(said.path("timeAdded")), "");
    }

    public static ResourceClaim readClaim(JsonNode object) {
        var metadata = object.path("metadata");
        var devices = object.at("/spec/devices");
        var owner = metadata.path("ownerReferences").valueStream()
                .filter(element -> element.path("controller").asBoolean()).findFirst()
                .map(element -> new ControllerRef(element.path("apiVersion").asText(), element.path("kind").asText(),
                        element.path("name").asText()))
                .orElse(ControllerRef.NONE);
        return new ResourceClaim(metadata.path("namespace").asText(), readName(object),
                readInstant(metadata.path("creationTimestamp")), metadata.hasNonNull("deletionTimestamp"), owner,
                metadata.path("annotations").path(EXTENDED).asText().equals("true"),
                devices.path("requests").valueStream().map(DraObjectReader::readRequest).toList(),
                devices.path("constraints").valueStream().map(DraObjectReader::readConstraint).toList(),
                readAllocation(object.at("/status/allocation")),
                object.at("/status/reservedFor").valueStream()
                        .map(user -> new ResourceClaimConsumer(user.path("resource").asText(),
                                user.path("name").asText(), user.path("uid").asText()))
                        .toList());
    }

    /** Reads a request; those of v1beta1 have their fields flat. */
    static ClaimDeviceRequest readRequest(JsonNode request) {
        var name = request.path("name").asText();
        if (request.has("exactly")) {
            return new ClaimDeviceRequest(name, List.of(readSubRequest(name, request.path("exactly"))));
        }
        if (request.has("deviceClassName")) {
            return new ClaimDeviceRequest(name, List.of(readSubRequest(name, request)));
        }
        return new ClaimDeviceRequest(name, request.path("firstAvailable").valueStream()
                .map(element -> readSubRequest(name + "/" + element.path("name").asText(), element)).toList());
    }

    private static DeviceSubRequest readSubRequest(String name, JsonNode said) {
        Map<String, String> capacity = new HashMap<>();
        said.at("/capacity/requests").properties()
                .forEach(each -> capacity.put(each.getKey(), each.getValue().asText()));
        return new DeviceSubRequest(name, said.path("deviceClassName").asText(),
                readExpressions(said.path("selectors")), said.path("allocationMode").asText().equals("All"),
                said.path("count").asInt(1), said.path("adminAccess").asBoolean(),
                TolerationReader.readTolerations(said.path("tolerations")), capacity);
    }

    private static List<String> readExpressions(JsonNode selectors) {
        var texts = new ArrayList<String>();
        selectors.forEach(element -> texts.add(element.at("/cel/expression").asText()));
        return texts;
    }

    private static DeviceConstraint readConstraint(JsonNode said) {
        return new DeviceConstraint(said.path("requests").valueStream().map(JsonNode::asText).toList(),
                said.path("matchAttribute").asText(), said.path("distinctAttribute").asText());
    }

    private static @Nullable ResourceClaimAllocation readAllocation(JsonNode said) {
        if (!said.isObject()) {
            return null;
        }
        var results = said.at("/devices/results").valueStream()
                .map(element -> new AllocatedDevice(element.path("request").asText(), element.path("driver").asText(),
                        element.path("pool").asText(), element.path("device").asText(),
                        element.path("adminAccess").asBoolean(), element.path("shareID").asText(),
                        readAmounts(element.path("consumedCapacity"))))
                .toList();
        return ResourceClaimAllocation.withSelector(results, readReach(said),
                readInstant(said.path("allocationTimestamp")));
    }

    private static String readName(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static @Nullable Instant readInstant(JsonNode said) {
        try {
            return said.isTextual() ? Instant.parse(said.asText()) : null;
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
