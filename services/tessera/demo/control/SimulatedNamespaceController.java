package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedResourceType;

/** Controller that empties and finalizes terminating namespaces, and initializes new ones. */
public final class SimulatedNamespaceController extends SimulatedController {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    public SimulatedNamespaceController(SimulatedControllerContext context) {
        super(context, "kube-controller-manager", "namespace-controller");
        loop.follow(types.namespaces(), (_, namespace) -> {
            var name = SimulatedMetadata.nameOf(namespace);
            loop.schedule(List.of("namespace", name), () -> reconcile(name));
        });
    }

    private void reconcile(String name) throws SimulatedApiException {
        var namespace = component.find(types.namespaces(), "", name);
        if (namespace == null) {
            return;
        }
        if (SimulatedMetadata.isDeleting(namespace)) {
            emptyNamespace(namespace, name);
        } else {
            initialize(name);
        }
    }

    private void initialize(String name) throws SimulatedApiException {
        var accounts = loop.objects().catalog().get("serviceaccounts");
        if (component.find(accounts, name, "default") == null) {
            component.create(accounts, SimulatedMetadata.newObject("v1", "ServiceAccount", name, "default"));
        }
        var maps = loop.objects().catalog().get("configmaps");
        if (component.find(maps, name, "kube-root-ca.crt") == null) {
            var map = SimulatedMetadata.newObject("v1", "ConfigMap", name, "kube-root-ca.crt");
            map.putObject("data").put("ca.crt", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n");
            component.create(maps, map);
        }
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
                    left.add("%s has %d resource instances".formatted(type.plural() + "." + type.group(), count));
                }
            }
        }
        writeStatus(namespace, left, finalizers);
        if (left.isEmpty()) {
            var bare = component.find(types.namespaces(), "", name);
            if (bare != null) {
                bare.withObjectProperty("spec").remove("finalizers");
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
            boolean gone = !SimulatedMetadata.isDeleting(object) && component.delete(type, object).isRemoved();
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
                    left.isEmpty() ? "All content successfully removed"
                            : "Some resources are remaining: " + String.join(", ", left));
            setCondition(status, "NamespaceFinalizersRemaining", !finalizers.isEmpty(),
                    finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                    finalizers.isEmpty() ? "All content-preserving finalizers finished"
                            : "Some content in the namespace has finalizers remaining: "
                                    + String.join(", ", new HashSet<>(finalizers)));
        });
    }

    private void setCondition(ObjectNode status, String type, boolean holds, String reason, String message) {
        SimulatedOwnerStatusWriter.setCondition(status, type, holds, reason, component.now()).put("message", message);
    }
}
