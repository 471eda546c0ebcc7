package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceCapacity;
import tessera.model.DeviceCounters;
import tessera.model.DeviceTaint;
import tessera.model.DeviceValue;
import tessera.model.NodeRule;
import tessera.model.Quantity;
import tessera.model.ResourceSlice;
import tessera.model.SliceDevice;
import tessera.model.Taint;

/** Reads ResourceSlices. What devices have in common, which is nearly all, is shared. */
final class SliceProjection extends ObjectProjection<ResourceSlice> {

    private static final FieldTable SLICE = FieldTable.of("metadata", "spec");
    private static final FieldTable SPEC = FieldTable.of("driver", "pool", "nodeName", "allNodes", "devices",
            "sharedCounters", "nodeSelector");
    private static final FieldTable POOL = FieldTable.of("name", "generation", "resourceSliceCount");
    private static final FieldTable COUNTERS = FieldTable.of("name", "counterSet", "counters");
    private static final FieldTable DEVICE = FieldTable.of("name", "attributes", "capacity", "consumesCounters",
            "taints",
            "allowMultipleAllocations", "nodeName", "basic", "allNodes", "nodeSelector");
    private static final FieldTable CAPACITY = FieldTable.of("value", "requestPolicy");
    private static final FieldTable POLICY = FieldTable.of("default", "validValues", "validRange");
    private static final FieldTable RANGE = FieldTable.of("min", "max", "step");
    private static final FieldTable TAINT = FieldTable.of("key", "value", "effect", "timeAdded");

    private final InternPool shared;
    private final StringPool strings;
    private final MetadataDraft metadata;
    private final PlacingDraft nodes = new PlacingDraft();
    private final AttributeDraft attributes = new AttributeDraft();
    private final RepeatedPart<Map<String, DeviceCapacity>> amounts = new RepeatedPart<>(Map.of());
    private String driver = "";
    private String pool = "";
    private String node = "";
    private long generation;
    private int count;
    private Optional<NodeRule> reach = Optional.empty();
    private List<SliceDevice> devices = List.of();
    private List<DeviceCounters> counters = List.of();

    /** A device while it is being read. */
    private static final class DeviceDraft {
        private String name = "";
        private String node = "";
        private Optional<NodeRule> reach = Optional.empty();
        private Map<String, DeviceValue> common = Map.of();
        private Map<String, String> own = Map.of();
        private Map<String, DeviceCapacity> capacity = Map.of();
        private List<DeviceCounters> counters = List.of();
        private List<DeviceTaint> taints = List.of();
        private boolean shareable;
    }

    SliceProjection(InternPool shared) {
        this.shared = shared;
        strings = shared.strings;
        metadata = MetadataDraft.ofDevices(shared);
    }

    @Override
    MetadataDraft metadata() {
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
        reach = Optional.empty();
        devices = List.of();
        counters = List.of();
        if (!json.object()) {
            return null;
        }
        for (int field = json.field(SLICE); field != JsonScanner.END; field = json.field(SLICE)) {
            if (field == 0) {
                metadata.read(json);
            } else if (json.object()) {
                spec(json);
            }
        }
        return metadata.name.isEmpty() ? null
                : new ResourceSlice(metadata.name, driver, pool, generation, count, node, reach, devices, counters);
    }

    private void spec(JsonScanner json) throws IOException {
        for (int field = json.field(SPEC); field != JsonScanner.END; field = json.field(SPEC)) {
            switch (field) {
                case 0 -> driver = json.text(strings);
                case 1 -> pool(json);
                case 2 -> node = json.text(strings);
                case 3 -> reach = everywhere(json, reach);
                case 4 -> devices = ScannedLists.objects(json, this::device);
                case 5 -> counters = ScannedLists.objects(json, this::counters);
                default -> reach = selector(json);
            }
        }
    }

    private static Optional<NodeRule> everywhere(JsonScanner json, Optional<NodeRule> reach) throws IOException {
        return json.flag() ? Optional.of(NodeRule.ANY) : reach;
    }

    private Optional<NodeRule> selector(JsonScanner json) throws IOException {
        return json.object() ? Optional.of(new NodeRule(List.of(), Optional.of(nodes.terms(json, strings))))
                : Optional.empty();
    }

    private void pool(JsonScanner json) throws IOException {
        if (!json.object()) {
            return;
        }
        for (int field = json.field(POOL); field != JsonScanner.END; field = json.field(POOL)) {
            switch (field) {
                case 0 -> pool = json.text(strings);
                case 1 -> generation = json.value() ? units(json, json.spelled()) : 0;
                case 2 -> count = json.number();
            }
        }
    }

    private DeviceCounters counters(JsonScanner json) throws IOException {
        var name = "";
        Map<String, Long> amounts = Map.of();
        for (int field = json.field(COUNTERS); field != JsonScanner.END; field = json.field(COUNTERS)) {
            switch (field) {
                case 0, 1 -> name = json.text(strings);
                case 2 -> amounts = ScannedLists.map(json, strings, this::amount);
            }
        }
        return shared.value(new DeviceCounters(name, amounts));
    }

    private Long amount(JsonScanner json) throws IOException {
        return units(json, capacity(json).value());
    }

    /** Returns an amount; zero, which is noted, where a text is none. */
    static long units(JsonScanner json, String text) {
        var units = Quantity.units(text);
        if (units.isEmpty()) {
            json.mismatch("a quantity");
        }
        return units.orElse(0);
    }

    private SliceDevice device(JsonScanner json) throws IOException {
        var draft = new DeviceDraft();
        device(json, draft);
        return new SliceDevice(draft.name, draft.node, draft.reach, draft.common, draft.own, draft.capacity,
                draft.counters,
                draft.taints, draft.shareable);
    }

    private void device(JsonScanner json, DeviceDraft draft) throws IOException {
        for (int field = json.field(DEVICE); field != JsonScanner.END; field = json.field(DEVICE)) {
            switch (field) {
                case 0 -> draft.name = json.text(strings);
                case 1 -> {
                    attributes.read(json, strings);
                    draft.common = shared.of(attributes);
                    draft.own = attributes.own();
                }
                case 2 -> draft.capacity = amounts.read(json, this::amounts);
                case 3 -> draft.counters = shared.value(ScannedLists.objects(json, this::counters));
                case 4 -> draft.taints = ScannedLists.objects(json, this::taint);
                case 5 -> draft.shareable = json.flag();
                case 6 -> draft.node = json.text(strings);
                case 8 -> draft.reach = everywhere(json, draft.reach);
                case 9 -> draft.reach = selector(json);
                default -> {
                    // What a device is stands one level deeper in v1beta1.
                    if (json.object()) {
                        device(json, draft);
                    }
                }
            }
        }
    }

    private Map<String, DeviceCapacity> amounts(JsonScanner json) throws IOException {
        return shared.value(ScannedLists.map(json, strings, this::capacity));
    }

    private DeviceCapacity capacity(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", "", "", ""};
        List<String> choices = List.of();
        if (!json.object()) {
            return DeviceCapacity.whole("");
        }
        for (int field = json.field(CAPACITY); field != JsonScanner.END; field = json.field(CAPACITY)) {
            if (field == 0) {
                texts[0] = json.text(strings);
            } else if (json.object()) {
                choices = policy(json, texts);
            }
        }
        return shared.value(new DeviceCapacity(texts[0], texts[1], texts[2], texts[3], texts[4], choices));
    }

    private List<String> policy(JsonScanner json, String[] texts) throws IOException {
        List<String> choices = List.of();
        for (int field = json.field(POLICY); field != JsonScanner.END; field = json.field(POLICY)) {
            switch (field) {
                case 0 -> texts[1] = json.text(strings);
                case 1 -> choices = ScannedLists.texts(json, strings);
                default -> {
                    if (json.object()) {
                        for (int of = json.field(RANGE); of != JsonScanner.END; of = json.field(RANGE)) {
                            texts[2 + of] = json.text(strings);
                        }
                    }
                }
            }
        }
        return choices;
    }

    private DeviceTaint taint(JsonScanner json) throws IOException {
        return taint(json, shared, "");
    }

    /** @param rule the name of the rule it stands in; empty for one of a driver */
    static DeviceTaint taint(JsonScanner json, InternPool shared, String rule) throws IOException {
        var texts = new String[] {"", "", ""};
        Instant since = null;
        for (int field = json.field(TAINT); field != JsonScanner.END; field = json.field(TAINT)) {
            if (field < texts.length) {
                texts[field] = json.text(shared.strings);
            } else {
                since = shared.instant(json);
            }
        }
        return new DeviceTaint(new Taint(texts[0], texts[1], texts[2]), since, rule);
    }
}
