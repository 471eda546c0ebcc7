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

/** Lets claims and volumes that were deleted go once nobody uses them. */
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
            if (kind != StoreChange.ChangeKind.DELETED && goes(claim)) {
                look(StoreJson.text(claim, "metadata", "namespace"), StoreJson.text(claim, "metadata", "name"));
            }
        });
        loop.follow(kinds.volumes(), (kind, volume) -> {
            if (kind != StoreChange.ChangeKind.DELETED && goes(volume)
                    && !StoreJson.text(volume, "status", "phase").equals("Bound")) {
                loop.soon(List.of(VOLUME, StoreJson.text(volume, "metadata", "name")),
                        () -> letGo(kinds.volumes(), volume, VOLUME));
            }
        });
        loop.follow(kinds.pods(), (kind, pod) -> {
            if (kind == StoreChange.ChangeKind.DELETED) {
                pod.path("spec").path("volumes").forEach(volume -> look(StoreJson.text(pod, "metadata", "namespace"),
                        StoreJson.text(volume, "persistentVolumeClaim", "claimName")));
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
        return component.objects().list(kinds.pods(), ObjectSelection.all(namespace)).stream()
                .filter(pod -> !StoreJson.text(pod, "spec", "nodeName").isEmpty())
                .anyMatch(pod -> pod.path("spec").path("volumes").valueStream()
                        .anyMatch(volume -> StoreJson.text(volume, "persistentVolumeClaim", "claimName").equals(name)));
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
