package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.ExpectedValue;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Taint;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceCapacity;
import tessera.model.DeviceCounterAmounts;
import tessera.model.DeviceTaint;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;

/** Reads ResourceSlices. What devices have in common, which is nearly all, is shared. */
final class ResourceSliceDecoder extends KubernetesObjectDecoder<ResourceSlice> {

    private static final JsonFieldNameTable SLICE = JsonFieldNameTable.of("metadata", "spec");
    private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("driver", "pool", "nodeName", "allNodes",
            "devices", "sharedCounters", "nodeSelector");
    private static final JsonFieldNameTable POOL = JsonFieldNameTable.of("name", "generation", "resourceSliceCount");
    private static final JsonFieldNameTable COUNTERS = JsonFieldNameTable.of("name", "counterSet", "counters");
    private static final JsonFieldNameTable DEVICE = JsonFieldNameTable.of("name", "attributes", "capacity",
            "consumesCounters", "taints", "allowMultipleAllocations", "nodeName", "basic", "allNodes", "nodeSelector");
    private static final JsonFieldNameTable CAPACITY = JsonFieldNameTable.of("value", "requestPolicy");
    private static final JsonFieldNameTable POLICY = JsonFieldNameTable.of("default", "validValues", "validRange");
    private static final JsonFieldNameTable RANGE = JsonFieldNameTable.of("min", "max", "step");
    private static final JsonFieldNameTable TAINT = JsonFieldNameTable.of("key", "value", "effect", "timeAdded");

    private final InternPool shared;
    private final StringPool strings;
    private final ObjectMetadataDecoder metadata;
    private final SchedulingConstraintsDecoder nodes = new SchedulingConstraintsDecoder();
    private final DeviceAttributesDecoder attributes = new DeviceAttributesDecoder();
    private final RepeatedJsonValueCache<Map<String, DeviceCapacity>> amounts = new RepeatedJsonValueCache<>(Map.of());
    private String driver = "";
    private String pool = "";
    private String node = "";
    private long generation;
    private int count;
    private Optional<RequiredNodeAffinity> nodeAffinity = Optional.empty();
    private List<ResourceSliceDevice> devices = List.of();
    private List<DeviceCounterAmounts> counters = List.of();

    /** A device while it is being read. */
    private static final class SliceDeviceFields {
        private String name = "";
        private String node = "";
        private Optional<RequiredNodeAffinity> nodeAffinity = Optional.empty();
        private Map<String, DeviceAttributeValue> common = Map.of();
        private Map<String, String> uniqueAttributes = Map.of();
        private Map<String, DeviceCapacity> capacity = Map.of();
        private List<DeviceCounterAmounts> counters = List.of();
        private List<DeviceTaint> taints = List.of();
        private boolean shareable;
    }

    ResourceSliceDecoder(InternPool shared) {
        this.shared = shared;
        strings = shared.strings;
        metadata = ObjectMetadataDecoder.ofDevices(shared);
    }

    @Override
    ObjectMetadataDecoder metadata() {
        return metadata;
    }

    @Override
    @Nullable
    ResourceSlice read(JsonScanner json) throws IOException {
        metadata.clear();
        driver = "";
        pool = "";
        node = "";
        generation = 0;
        count = 0;
        nodeAffinity = Optional.empty();
        devices = List.of();
        counters = List.of();
        if (!json.enterObject()) {
            return null;
        }
        for (int field = json.nextField(SLICE); field != JsonScanner.END; field = json.nextField(SLICE)) {
            if (field == 0) {
                metadata.read(json);
            } else if (json.enterObject()) {
                readSpec(json);
            }
        }
        if (metadata.name.isEmpty()) {
            return null;
        }
        return new ResourceSlice(metadata.name, driver, pool, generation, count, node, nodeAffinity, devices, counters);
    }

    private void readSpec(JsonScanner json) throws IOException {
        for (int field = json.nextField(SPEC); field != JsonScanner.END; field = json.nextField(SPEC)) {
            switch (field) {
                case 0 -> driver = json.readText(strings);
                case 1 -> readPool(json);
                case 2 -> node = json.readText(strings);
                case 3 -> nodeAffinity = readAllNodes(json, nodeAffinity);
                case 4 -> devices = BoundedJsonCollectionReader.readObjects(json, this::readDevice);
                case 5 -> counters = BoundedJsonCollectionReader.readObjects(json, this::readCounters);
                default -> nodeAffinity = readNodeSelector(json, nodes, strings);
            }
        }
    }

    private static Optional<RequiredNodeAffinity> readAllNodes(JsonScanner json, Optional<RequiredNodeAffinity> reach)
            throws IOException {
        return json.readFlag() ? Optional.of(RequiredNodeAffinity.ANY) : reach;
    }

    /** Reads a node selector, whose terms are alternatives. */
    static Optional<RequiredNodeAffinity> readNodeSelector(JsonScanner json, SchedulingConstraintsDecoder nodes,
            StringPool strings) throws IOException {
        if (json.enterObject()) {
            return Optional.of(new RequiredNodeAffinity(List.of(), Optional.of(nodes.readTerms(json, strings))));
        }
        return Optional.empty();
    }

    private void readPool(JsonScanner json) throws IOException {
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(POOL); field != JsonScanner.END; field = json.nextField(POOL)) {
            switch (field) {
                case 0 -> pool = json.readText(strings);
                case 1 -> generation = json.readValue() ? units(json, json.tokenText()) : 0;
                case 2 -> count = json.readNumber();
            }
        }
    }

    private DeviceCounterAmounts readCounters(JsonScanner json) throws IOException {
        var name = "";
        Map<String, Long> amounts = Map.of();
        for (int field = json.nextField(COUNTERS); field != JsonScanner.END; field = json.nextField(COUNTERS)) {
            switch (field) {
                case 0, 1 -> name = json.readText(strings);
                case 2 -> amounts = BoundedJsonCollectionReader.readMap(json, strings, this::readAmount);
            }
        }
        return shared.internValue(new DeviceCounterAmounts(name, amounts));
    }

    private Long readAmount(JsonScanner json) throws IOException {
        return units(json, readCapacity(json).value());
    }

    /** Returns an amount; zero, which is noted, where a text is none. */
    static long units(JsonScanner json, String text) {
        var units = QuantityParser.parseUnits(text);
        if (units.isEmpty()) {
            json.mismatch(ExpectedValue.QUANTITY);
        }
        return units.orElse(0);
    }

    private ResourceSliceDevice readDevice(JsonScanner json) throws IOException {
        var draft = new SliceDeviceFields();
        readDeviceInto(json, draft);
        return new ResourceSliceDevice(draft.name, draft.node, draft.nodeAffinity, draft.common, draft.uniqueAttributes,
                draft.capacity, draft.counters, draft.taints, draft.shareable);
    }

    private void readDeviceInto(JsonScanner json, SliceDeviceFields draft) throws IOException {
        for (int field = json.nextField(DEVICE); field != JsonScanner.END; field = json.nextField(DEVICE)) {
            switch (field) {
                case 0 -> draft.name = json.readText(strings);
                case 1 -> {
                    attributes.read(json, strings);
                    draft.common = shared.internAttributes(attributes);
                    draft.uniqueAttributes = attributes.own();
                }
                case 2 -> draft.capacity = amounts.read(json, this::amounts);
                case 3 -> draft.counters = shared
                        .internValue(BoundedJsonCollectionReader.readObjects(json, this::readCounters));
                case 4 -> draft.taints = BoundedJsonCollectionReader.readObjects(json, this::readTaint);
                case 5 -> draft.shareable = json.readFlag();
                case 6 -> draft.node = json.readText(strings);
                case 8 -> draft.nodeAffinity = readAllNodes(json, draft.nodeAffinity);
                case 9 -> draft.nodeAffinity = readNodeSelector(json, nodes, strings);
                default -> {
                    // What a device is stands one level deeper in v1beta1.
                    if (json.enterObject()) {
                        readDeviceInto(json, draft);
                    }
                }
            }
        }
    }

    private Map<String, DeviceCapacity> amounts(JsonScanner json) throws IOException {
        return shared.internValue(BoundedJsonCollectionReader.readMap(json, strings, this::readCapacity));
    }

    private DeviceCapacity readCapacity(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", "", "", ""};
        List<String> choices = List.of();
        if (!json.enterObject()) {
            return DeviceCapacity.wholeAmount("");
        }
        for (int field = json.nextField(CAPACITY); field != JsonScanner.END; field = json.nextField(CAPACITY)) {
            if (field == 0) {
                texts[0] = json.readText(strings);
            } else if (json.enterObject()) {
                choices = readRequestPolicy(json, texts);
            }
        }
        return shared.internValue(new DeviceCapacity(texts[0], texts[1], texts[2], texts[3], texts[4], choices));
    }

    private List<String> readRequestPolicy(JsonScanner json, String[] texts) throws IOException {
        List<String> choices = List.of();
        for (int field = json.nextField(POLICY); field != JsonScanner.END; field = json.nextField(POLICY)) {
            switch (field) {
                case 0 -> texts[1] = json.readText(strings);
                case 1 -> choices = BoundedJsonCollectionReader.readTexts(json, strings);
                default -> {
                    if (json.enterObject()) {
                        for (int of = json.nextField(RANGE); of != JsonScanner.END; of = json.nextField(RANGE)) {
                            texts[2 + of] = json.readText(strings);
                        }
                    }
                }
            }
        }
        return choices;
    }

    private DeviceTaint readTaint(JsonScanner json) throws IOException {
        return readTaint(json, shared, "");
    }

    /** @param rule the name of the rule it stands in; empty for one of a driver */
    static DeviceTaint readTaint(JsonScanner json, InternPool shared, String rule) throws IOException {
        var texts = new String[] {"", "", ""};
        Instant since = null;
        for (int field = json.nextField(TAINT); field != JsonScanner.END; field = json.nextField(TAINT)) {
            if (field < texts.length) {
                texts[field] = json.readText(shared.strings);
            } else {
                since = shared.readInstant(json);
            }
        }
        return new DeviceTaint(new Taint(texts[0], texts[1], texts[2]), since, rule);
    }
}
