package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.scheduling.VolumeClaimMount;

/** Protection of claims and volumes: deleted ones are finalized once nothing uses them. */
final class SimulatedVolumeProtectionController {

    private static final String CLAIM = "kubernetes.io/pvc-protection";
    private static final String VOLUME = "kubernetes.io/pv-protection";

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;

    SimulatedVolumeProtectionController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kube-controller-manager",
                "pvc-protection-controller");
        loop.follow(types.claims(), (kind, claim) -> {
            if (kind != SimulatedStoredObjectChange.WatchEventType.DELETED && isDeleting(claim)) {
                scheduleClaim(SimulatedStoreJsonCodec.textAt(claim, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(claim, "metadata", "name"));
            }
        });
        loop.follow(types.volumes(), (kind, volume) -> {
            if (kind != SimulatedStoredObjectChange.WatchEventType.DELETED && isDeleting(volume)
                    && !SimulatedStoreJsonCodec.textAt(volume, "status", "phase").equals("Bound")) {
                loop.schedule(List.of(VOLUME, SimulatedStoreJsonCodec.textAt(volume, "metadata", "name")),
                        () -> removeFinalizer(types.volumes(), volume, VOLUME));
            }
        });
        loop.follow(types.pods(), (kind, pod) -> {
            if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
                VolumeClaimMount.readMounts(pod).forEach(mount -> scheduleClaim(
                        SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"), mount.claim()));
            }
        });
    }

    private void scheduleClaim(String namespace, String name) {
        if (!name.isEmpty()) {
            loop.schedule(List.of(CLAIM, namespace, name), () -> {
                var claim = component.find(types.claims(), namespace, name);
                if (claim != null && isDeleting(claim) && !isInUse(namespace, name)) {
                    removeFinalizer(types.claims(), claim, CLAIM);
                }
            });
        }
    }

    /** Returns whether a scheduled pod mounts the claim; unscheduled pods do not start with a deleted claim. */
    private boolean isInUse(String namespace, String name) {
        return component.objects().list(types.pods(), SimulatedListObjectFilter.ofNamespace(namespace)).stream()
                .filter(pod -> !SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty())
                .flatMap(pod -> VolumeClaimMount.readMounts(pod).stream())
                .anyMatch(mount -> mount.claim().equals(name));
    }

    private static boolean isDeleting(ObjectNode object) {
        return object.path("metadata").hasNonNull("deletionTimestamp");
    }

    private void removeFinalizer(SimulatedResourceType type, ObjectNode object, String finalizer)
            throws SimulatedApiException {
        component.edit(type, object, draft -> {
            if (draft.path("metadata").path("finalizers") instanceof ArrayNode finalizers) {
                finalizers.removeIf(element -> element.asText().equals(finalizer));
            }
        });
    }
}
