package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Condition;
import tessera.model.NodeFacts;
import tessera.model.NodeSystem;
import tessera.model.ResourceAmounts;
import tessera.model.Taint;

/** Reads nodes. */
final class NodeProjection extends ObjectProjection<NodeFacts> {

    private static final FieldTable NODE = FieldTable.of("metadata", "spec", "status");
    private static final FieldTable SPEC = FieldTable.of("taints", "unschedulable");
    private static final FieldTable TAINT = FieldTable.of("key", "value", "effect");
    private static final FieldTable STATUS = FieldTable.of("capacity", "allocatable", "conditions", "addresses",
            "nodeInfo");
    private static final FieldTable CONDITION = FieldTable.of("type", "status", "reason", "message",
            "lastTransitionTime");
    private static final FieldTable ADDRESS = FieldTable.of("type", "address");
    private static final FieldTable SYSTEM = FieldTable.of("kubeletVersion", "containerRuntimeVersion", "osImage",
            "kernelVersion", "architecture");
    private static final String INTERNAL = "InternalIP";
    private static final int MOST = 1_000;

    private final InternPool shared;
    private final StringPool strings;
    private final MetadataDraft metadata;
    private final ResourceAccumulator amounts = new ResourceAccumulator();
    private List<Taint> taints = List.of();
    private List<Condition> conditions = List.of();
    private boolean unschedulable;
    private ResourceAmounts capacity = ResourceAmounts.NONE;
    private ResourceAmounts allocatable = ResourceAmounts.NONE;
    private String address = "";
    private NodeSystem system = NodeSystem.UNKNOWN;

    NodeProjection(InternPool shared) {
        this.shared = shared;
        this.strings = shared.strings;
        metadata = MetadataDraft.ofNodes(shared);
    }

    @Override
    MetadataDraft metadata() {
        return metadata;
    }

    @Override
    @Nullable
    NodeFacts read(JsonScanner json) throws IOException {
        metadata.clear();
        clearSpec();
        clearStatus();
        if (!json.object()) {
            return null;
        }
        for (int field = json.field(NODE); field != JsonScanner.END; field = json.field(NODE)) {
            switch (field) {
                case 0 -> metadata.read(json);
                case 1 -> spec(json);
                case 2 -> status(json);
            }
        }
        return metadata.name.isEmpty() ? null
                : new NodeFacts(metadata.name, metadata.uid, metadata.created, shared.of(metadata.labels), taints,
                        unschedulable, capacity, allocatable, conditions, address, system,
                        shared.of(metadata.annotations.kept()), metadata.migWritten);
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
        system = NodeSystem.UNKNOWN;
    }

    private void spec(JsonScanner json) throws IOException {
        clearSpec();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(SPEC); field != JsonScanner.END; field = json.field(SPEC)) {
            switch (field) {
                case 0 -> taints = taints(json);
                case 1 -> unschedulable = json.flag();
            }
        }
    }

    private List<Taint> taints(JsonScanner json) throws IOException {
        var list = new ArrayList<Taint>();
        if (!json.array()) {
            return List.of();
        }
        while (json.element()) {
            if (list.size() < MOST && json.object()) {
                list.add(taint(json));
            } else if (list.size() >= MOST) {
                json.surplus(MOST);
            }
        }
        return List.copyOf(list);
    }

    private Taint taint(JsonScanner json) throws IOException {
        var key = "";
        var value = "";
        var effect = "";
        for (int field = json.field(TAINT); field != JsonScanner.END; field = json.field(TAINT)) {
            switch (field) {
                case 0 -> key = json.text(strings);
                case 1 -> value = json.text(strings);
                case 2 -> effect = json.text(strings);
            }
        }
        return shared.taint(key, value, effect);
    }

    private void status(JsonScanner json) throws IOException {
        clearStatus();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(STATUS); field != JsonScanner.END; field = json.field(STATUS)) {
            switch (field) {
                case 0 -> capacity = resources(json);
                case 1 -> allocatable = resources(json);
                case 2 -> conditions = conditions(json);
                case 3 -> address = address(json);
                case 4 -> system = system(json);
            }
        }
    }

    private ResourceAmounts resources(JsonScanner json) throws IOException {
        amounts.read(json, strings);
        return shared.of(amounts);
    }

    private List<Condition> conditions(JsonScanner json) throws IOException {
        var list = new ArrayList<Condition>();
        if (!json.array()) {
            return List.of();
        }
        while (json.element()) {
            if (list.size() < MOST && json.object()) {
                list.add(condition(json));
            } else if (list.size() >= MOST) {
                json.surplus(MOST);
            }
        }
        return List.copyOf(list);
    }

    private Condition condition(JsonScanner json) throws IOException {
        var type = "";
        var status = "";
        var reason = "";
        var message = "";
        Instant since = null;
        for (int field = json.field(CONDITION); field != JsonScanner.END; field = json.field(CONDITION)) {
            switch (field) {
                case 0 -> type = json.text(strings);
                case 1 -> status = json.text(strings);
                case 2 -> reason = json.text(strings);
                case 3 -> message = json.text(strings);
                case 4 -> since = shared.instant(json);
            }
        }
        return shared.condition(type, status, reason, message, since);
    }

    private String address(JsonScanner json) throws IOException {
        var internal = "";
        if (!json.array()) {
            return internal;
        }
        while (json.element()) {
            if (json.object()) {
                var type = "";
                var value = "";
                for (int field = json.field(ADDRESS); field != JsonScanner.END; field = json.field(ADDRESS)) {
                    switch (field) {
                        case 0 -> type = json.text(strings);
                        case 1 -> value = json.text();
                    }
                }
                internal = internal.isEmpty() && type.equals(INTERNAL) ? value : internal;
            }
        }
        return internal;
    }

    private NodeSystem system(JsonScanner json) throws IOException {
        var parts = new String[] {"", "", "", "", ""};
        if (!json.object()) {
            return NodeSystem.UNKNOWN;
        }
        for (int field = json.field(SYSTEM); field != JsonScanner.END; field = json.field(SYSTEM)) {
            parts[field] = json.text(strings);
        }
        return new NodeSystem(parts[0], parts[1], parts[2], parts[3], parts[4]);
    }
}
