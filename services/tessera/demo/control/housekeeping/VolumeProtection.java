package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.ObjectSelection;

/** Protection of claims and volumes: deleted ones are finalized once nothing uses them. */
final class VolumeProtection {

    private static final String CLAIM = "kubernetes.io/pvc-protection";
    private static final String VOLUME = "kubernetes.io/pv-protection";

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;

    VolumeProtection(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", "pvc-protection-controller");
        loop.follow(kinds.claims(), (kind, claim) -> {
            if (kind != StoreChange.ChangeKind.DELETED && isDeleting(claim)) {
                scheduleClaim(StoreJson.textAt(claim, "metadata", "namespace"),
                        StoreJson.textAt(claim, "metadata", "name"));
            }
        });
        loop.follow(kinds.volumes(), (kind, volume) -> {
            if (kind != StoreChange.ChangeKind.DELETED && isDeleting(volume)
                    && !StoreJson.textAt(volume, "status", "phase").equals("Bound")) {
                loop.schedule(List.of(VOLUME, StoreJson.textAt(volume, "metadata", "name")),
                        () -> removeFinalizer(kinds.volumes(), volume, VOLUME));
            }
        });
        loop.follow(kinds.pods(), (kind, pod) -> {
            if (kind == StoreChange.ChangeKind.DELETED) {
                pod.path("spec").path("volumes")
                        .forEach(volume -> scheduleClaim(StoreJson.textAt(pod, "metadata", "namespace"),
                                StoreJson.textAt(volume, "persistentVolumeClaim", "claimName")));
            }
        });
    }

    private void scheduleClaim(String namespace, String name) {
        if (!name.isEmpty()) {
            loop.schedule(List.of(CLAIM, namespace, name), () -> {
                var claim = component.find(kinds.claims(), namespace, name);
                if (claim != null && isDeleting(claim) && !isInUse(namespace, name)) {
                    removeFinalizer(kinds.claims(), claim, CLAIM);
                }
            });
        }
    }

    /** Returns whether a scheduled pod mounts the claim; unscheduled pods do not start with a deleted claim. */
    private boolean isInUse(String namespace, String name) {
        return component.objects().list(kinds.pods(), ObjectSelection.ofNamespace(namespace)).stream()
                .filter(pod -> !StoreJson.textAt(pod, "spec", "nodeName").isEmpty())
                .anyMatch(pod -> pod.path("spec").path("volumes").valueStream()
                        .anyMatch(
                                volume -> StoreJson.textAt(volume, "persistentVolumeClaim", "claimName").equals(name)));
    }

    private static boolean isDeleting(ObjectNode object) {
        return object.path("metadata").hasNonNull("deletionTimestamp");
    }

    private void removeFinalizer(ResourceType type, ObjectNode object, String finalizer) throws ApiError {
        component.edit(type, object, draft -> {
            if (draft.path("metadata").path("finalizers") instanceof ArrayNode finalizers) {
                finalizers.removeIf(element -> element.asText().equals(finalizer));
            }
        });
    }
}
