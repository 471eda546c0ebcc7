package tessera.demo.control.upkeep;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.object.ApiError;
import tessera.demo.store.Change;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.select.Selection;

/** Lets claims and volumes that were deleted go once nobody uses them. */
final class VolumeProtection {

    private static final String CLAIM = "kubernetes.io/pvc-protection";
    private static final String VOLUME = "kubernetes.io/pv-protection";

    private final Loop loop;
    private final Kinds kinds;
    private final Component component;

    VolumeProtection(Loop loop, Kinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new Component(loop, kinds, "kube-controller-manager", "pvc-protection-controller");
        loop.follow(kinds.claims(), (kind, claim) -> {
            if (kind != Change.Kind.DELETED && goes(claim)) {
                look(Json.text(claim, "metadata", "namespace"), Json.text(claim, "metadata", "name"));
            }
        });
        loop.follow(kinds.volumes(), (kind, volume) -> {
            if (kind != Change.Kind.DELETED && goes(volume) && !Json.text(volume, "status", "phase").equals("Bound")) {
                loop.soon(List.of(VOLUME, Json.text(volume, "metadata", "name")),
                        () -> letGo(kinds.volumes(), volume, VOLUME));
            }
        });
        loop.follow(kinds.pods(), (kind, pod) -> {
            if (kind == Change.Kind.DELETED) {
                pod.path("spec").path("volumes").forEach(volume -> look(Json.text(pod, "metadata", "namespace"),
                        Json.text(volume, "persistentVolumeClaim", "claimName")));
            }
        });
    }

    private void look(String namespace, String name) {
        if (!name.isEmpty()) {
            loop.soon(List.of(CLAIM, namespace, name), () -> {
                var claim = component.find(kinds.claims(), namespace, name);
                if (claim != null && goes(claim) && !used(namespace, name)) {
                    letGo(kinds.claims(), claim, CLAIM);
                }
            });
        }
    }

    /** Whether a pod that has its node mounts the claim; one without is not started with a claim that goes. */
    private boolean used(String namespace, String name) {
        return component.objects().list(kinds.pods(), Selection.all(namespace)).stream()
                .filter(pod -> !Json.text(pod, "spec", "nodeName").isEmpty())
                .anyMatch(pod -> pod.path("spec").path("volumes").valueStream()
                        .anyMatch(volume -> Json.text(volume, "persistentVolumeClaim", "claimName").equals(name)));
    }

    private static boolean goes(ObjectNode object) {
        return object.path("metadata").hasNonNull("deletionTimestamp");
    }

    private void letGo(ResourceType type, ObjectNode object, String finalizer) throws ApiError {
        component.edit(type, object, draft -> {
            if (draft.path("metadata").path("finalizers") instanceof ArrayNode finalizers) {
                finalizers.removeIf(each -> each.asText().equals(finalizer));
            }
        });
    }
}
