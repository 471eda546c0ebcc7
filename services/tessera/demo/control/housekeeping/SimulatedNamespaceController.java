package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/** Controller that empties and finalizes terminating namespaces, and initializes new ones. */
public final class SimulatedNamespaceController {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;

    public SimulatedNamespaceController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kube-controller-manager", "namespace-controller");
        loop.follow(types.namespaces(), (_, namespace) -> {
            var name = SimulatedStoreJsonCodec.textAt(namespace, "metadata", "name");
            loop.schedule(List.of("namespace", name), () -> reconcile(name));
        });
    }

    private void reconcile(String name) throws SimulatedApiException {
        var namespace = component.find(types.namespaces(), "", name);
        if (namespace == null) {
            return;
        }
        if (namespace.path("metadata").hasNonNull("deletionTimestamp")) {
            emptyNamespace(namespace, name);
        } else {
            initialize(name);
        }
    }

    private void initialize(String name) throws SimulatedApiException {
        var accounts = loop.objects().catalog().get("serviceaccounts");
        if (component.find(accounts, name, "default") == null) {
            component.create(accounts, newObject("ServiceAccount", name, "default"));
        }
        var maps = loop.objects().catalog().get("configmaps");
        if (component.find(maps, name, "kube-root-ca.crt") == null) {
            var map = newObject("ConfigMap", name, "kube-root-ca.crt");
            map.putObject("data").put("ca.crt", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n");
            component.create(maps, map);
        }
    }

    private static ObjectNode newObject(String kind, String namespace, String name) {
        var object = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", "v1");
        object.putObject("metadata").put("name", name).put("namespace", namespace);
        return object;
    }

    private void emptyNamespace(ObjectNode namespace, String name) throws SimulatedApiException {
        var left = new ArrayList<String>();
        var finalizers = new ArrayList<String>();
        var shelves = new HashSet<String>();
        for (var type : loop.objects().catalog().allResources()) {
            if (type.namespaced() && type.allowsVerb("delete") && type.allowsVerb("list")
                    && shelves.add(type.tableKey())) {
                int count = deleteAll(type, name, finalizers);
                if (count > 0) {
                    left.add("%s has %d resource instances".formatted(
                            type.plural() + "." + type.group(), count));
                }
            }
        }
        writeStatus(namespace, left, finalizers);
        if (left.isEmpty()) {
            var bare = component.find(types.namespaces(), "", name);
            if (bare != null) {
                SimulatedStoreJsonCodec.childObject(bare, "spec").remove("finalizers");
                loop.objects().overwriteOrRemove(SimulatedControlPlaneComponent.target(types.namespaces(), bare), bare);
            }
        } else {
            loop.runAfter(PATIENCE, () -> reconcile(name));
        }
    }

    private int deleteAll(SimulatedResourceType type, String namespace, List<String> finalizers)
            throws SimulatedApiException {
        int left = 0;
        for (var stored : loop.objects().store().list(type, namespace).objects()) {
            var object = component.find(type, namespace, stored.name());
            if (object == null) {
                continue;
            }
            boolean gone = !object.path("metadata").hasNonNull("deletionTimestamp")
                    && component.delete(type, object, SimulatedDeleteOptions.USUAL).isRemoved();
            if (!gone) {
                left++;
                object.path("metadata").path("finalizers").forEach(element -> finalizers.add(element.asText()));
            }
        }
        return left;
    }

    private void writeStatus(ObjectNode namespace, List<String> left, List<String> finalizers)
            throws SimulatedApiException {
        component.editStatus(types.namespaces(), namespace, status -> {
            status.put("phase", "Terminating");
            setCondition(status, "NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered",
                    "All resources successfully discovered");
            setCondition(status, "NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
                    "All legacy kube types successfully parsed");
            setCondition(status, "NamespaceDeletionContentFailure", false, "ContentDeleted",
                    "All content successfully deleted, may be waiting on finalization");
            setCondition(status, "NamespaceContentRemaining", !left.isEmpty(),
                    left.isEmpty() ? "ContentRemoved" : "SomeResourcesRemain",
                    left.isEmpty()
                            ? "All content successfully removed"
                            : "Some resources are remaining: " + String.join(", ", left));
            setCondition(status, "NamespaceFinalizersRemaining", !finalizers.isEmpty(),
                    finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                    finalizers.isEmpty()
                            ? "All content-preserving finalizers finished"
                            : "Some content in the namespace has finalizers remaining: "
                                    + String.join(", ", new HashSet<>(finalizers)));
        });
    }

    private void setCondition(ObjectNode status, String type, boolean holds, String reason, String message) {
        var text = holds ? "True" : "False";
        for (var condition : status.withArrayProperty("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                ((ObjectNode) condition).put("status", text).put("reason", reason).put("message", message);
                return;
            }
        }
        status.withArrayProperty("conditions").addObject().put("type", type).put("status", text)
                .put("lastTransitionTime", SimulatedTimestampFormat.secondsText(component.now())).put("reason", reason)
                .put("message", message);
    }
}
