package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.StatusCondition;

/** Reads nodes. */
final class NodeDecoder extends KubernetesObjectDecoder<NodeSummary> {

    private static final JsonFieldNameTable NODE = JsonFieldNameTable.of("metadata", "spec", "status");
    private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("taints", "unschedulable");
    private static final JsonFieldNameTable TAINT = JsonFieldNameTable.of("key", "value", "effect");
    private static final JsonFieldNameTable STATUS = JsonFieldNameTable.of("capacity", "allocatable", "conditions",
            "addresses", "nodeInfo");
    private static final JsonFieldNameTable CONDITION = JsonFieldNameTable.of("type", "status", "reason", "message",
            "lastTransitionTime");
    private static final JsonFieldNameTable ADDRESS = JsonFieldNameTable.of("type", "address");
    private static final JsonFieldNameTable SYSTEM = JsonFieldNameTable.of("kubeletVersion", "containerRuntimeVersion",
            "osImage", "kernelVersion", "architecture");
    private static final String INTERNAL = "InternalIP";
    private static final int MOST = 1_000;

    private final InternPool shared;
    private final StringPool strings;
    private final ObjectMetadataDecoder metadata;
    private final ResourceAmountAccumulator amounts = new ResourceAmountAccumulator();
    private List<Taint> taints = List.of();
    private List<StatusCondition> conditions = List.of();
    private boolean unschedulable;
    private ResourceAmounts capacity = ResourceAmounts.NONE;
    private ResourceAmounts allocatable = ResourceAmounts.NONE;
    private String address = "";
    private NodeSystemInfo system = NodeSystemInfo.UNKNOWN;

    NodeDecoder(InternPool shared) {
        this.shared = shared;
        this.strings = shared.strings;
        metadata = ObjectMetadataDecoder.ofNodes(shared);
    }

    @Override
    ObjectMetadataDecoder metadata() {
        return metadata;
    }

    @Override
    @Nullable
    NodeSummary read(JsonScanner json) throws IOException {
        metadata.clear();
        clearSpec();
        clearStatus();
        if (!json.enterObject()) {
            return null;
        }
        for (int field = json.nextField(NODE); field != JsonScanner.END; field = json.nextField(NODE)) {
            switch (field) {
                case 0 -> metadata.read(json);
                case 1 -> readSpec(json);
                case 2 -> readStatus(json);
            }
        }
        if (metadata.name.isEmpty()) {
            return null;
        }
        return new NodeSummary(metadata.name, metadata.uid, metadata.created, shared.internLabels(metadata.labels),
                taints, unschedulable, capacity, allocatable, conditions, address, system,
                shared.internLabels(metadata.annotations.keptLabels()), metadata.migWritten);
    }

    private void clearSpec() {
        taints = List.of();
        unschedulable = false;
    }

    private void clearStatus() {
        capacity = ResourceAmounts.NONE;
        allocatable = ResourceAmounts.NONE;
        conditions = List.of();
        address = "";
        system = NodeSystemInfo.UNKNOWN;
    }

    private void readSpec(JsonScanner json) throws IOException {
        clearSpec();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(SPEC); field != JsonScanner.END; field = json.nextField(SPEC)) {
            switch (field) {
                case 0 -> taints = readTaints(json);
                case 1 -> unschedulable = json.readFlag();
            }
        }
    }

    private List<Taint> readTaints(JsonScanner json) throws IOException {
        var list = new ArrayList<Taint>();
        if (!json.enterArray()) {
            return List.of();
        }
        while (json.nextElement()) {
            if (list.size() < MOST && json.enterObject()) {
                list.add(readTaint(json));
            } else if (list.size() >= MOST) {
                json.surplus(MOST);
            }
        }
        return List.copyOf(list);
    }

    private Taint readTaint(JsonScanner json) throws IOException {
        var key = "";
        var value = "";
        var effect = "";
        for (int field = json.nextField(TAINT); field != JsonScanner.END; field = json.nextField(TAINT)) {
            switch (field) {
                case 0 -> key = json.readText(strings);
                case 1 -> value = json.readText(strings);
                case 2 -> effect = json.readText(strings);
            }
        }
        return shared.internTaint(key, value, effect);
    }

    private void readStatus(JsonScanner json) throws IOException {
        clearStatus();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(STATUS); field != JsonScanner.END; field = json.nextField(STATUS)) {
            switch (field) {
                case 0 -> capacity = readResources(json);
                case 1 -> allocatable = readResources(json);
                case 2 -> conditions = readConditions(json);
                case 3 -> address = readAddress(json);
                case 4 -> system = readSystem(json);
            }
        }
    }

    private ResourceAmounts readResources(JsonScanner json) throws IOException {
        amounts.read(json, strings);
        return shared.internAmounts(amounts);
    }

    private List<StatusCondition> readConditions(JsonScanner json) throws IOException {
        var list = new ArrayList<StatusCondition>();
        if (!json.enterArray()) {
            return List.of();
        }
        while (json.nextElement()) {
            if (list.size() < MOST && json.enterObject()) {
                list.add(readCondition(json));
            } else if (list.size() >= MOST) {
                json.surplus(MOST);
            }
        }
        return List.copyOf(list);
    }

    private StatusCondition readCondition(JsonScanner json) throws IOException {
        var type = "";
        var status = "";
        var reason = "";
        var message = "";
        Instant since = null;
        for (int field = json.nextField(CONDITION); field != JsonScanner.END; field = json.nextField(CONDITION)) {
            switch (field) {
                case 0 -> type = json.readText(strings);
                case 1 -> status = json.readText(strings);
                case 2 -> reason = json.readText(strings);
                case 3 -> message = json.readText(strings);
                case 4 -> since = shared.readInstant(json);
            }
        }
        return shared.internCondition(type, status, reason, message, since);
    }

    private String readAddress(JsonScanner json) throws IOException {
        var internal = "";
        if (!json.enterArray()) {
            return internal;
        }
        while (json.nextElement()) {
            if (json.enterObject()) {
                var type = "";
                var value = "";
                for (int field = json.nextField(ADDRESS); field != JsonScanner.END; field = json.nextField(ADDRESS)) {
                    switch (field) {
                        case 0 -> type = json.readText(strings);
                        case 1 -> value = json.readText();
                    }
                }
                internal = internal.isEmpty() && type.equals(INTERNAL) ? value : internal;
            }
        }
        return internal;
    }

    private NodeSystemInfo readSystem(JsonScanner json) throws IOException {
        var parts = new String[] {"", "", "", "", ""};
        if (!json.enterObject()) {
            return NodeSystemInfo.UNKNOWN;
        }
        for (int field = json.nextField(SYSTEM); field != JsonScanner.END; field = json.nextField(SYSTEM)) {
            parts[field] = json.readText(strings);
        }
        return new NodeSystemInfo(parts[0], parts[1], parts[2], parts[3], parts[4]);
    }
}
