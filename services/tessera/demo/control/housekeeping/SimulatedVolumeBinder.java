package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.labels.LabelSelector;
import tessera.kube.scheduling.BindableVolume;
import tessera.kube.scheduling.BindableVolumeClaim;
import tessera.kube.scheduling.StorageClassBinding;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.kube.scheduling.VolumeMatcher;

/** Binder of claims to volumes: to the named one, to a free one, or to one that the storage class provisions. */
public final class SimulatedVolumeBinder {

    private static final Duration PROVISIONING = Duration.ofMillis(1500);
    private static final Duration NOTICE = Duration.ofMillis(300);

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;
    /** Claims without a volume, by namespace and name. */
    private final Map<String, UnboundVolumeClaim> pendingClaims = new HashMap<>();

    /** @param node of a pod that waits for the claim; empty for none */
    private record UnboundVolumeClaim(String namespace, String name, String node) {}

    public SimulatedVolumeBinder(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kube-controller-manager",
                "persistentvolume-controller");
        loop.follow(types.claims(), this::claimChanged);
        loop.follow(types.volumes(), this::volumeChanged);
        loop.follow(types.pods(), this::podChanged);
        loop.follow(types.storageClasses(), this::classChanged);
        new SimulatedVolumeProtectionController(loop, types);
    }

    private void claimChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode claim) {
        var namespace = SimulatedStoreJsonCodec.textAt(claim, "metadata", "namespace");
        var name = SimulatedStoreJsonCodec.textAt(claim, "metadata", "name");
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED
                || SimulatedStoreJsonCodec.textAt(claim, "status", "phase").equals("Bound")) {
            pendingClaims.remove(claimKey(namespace, name));
        } else if (pendingClaims.putIfAbsent(claimKey(namespace, name),
                new UnboundVolumeClaim(namespace, name, "")) == null) {
            loop.runAfter(PROVISIONING, () -> bindClaim(namespace, name));
        }
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            loop.runAfter(NOTICE, () -> releaseVolume(claim));
        }
    }

    private void volumeChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode volume) {
        if (kind != SimulatedStoredObjectChange.WatchEventType.DELETED
                && isNewlyAvailable(volume)) {
            loop.runAfter(NOTICE, () -> offerVolume(SimulatedStoreJsonCodec.textAt(volume, "metadata", "name")));
        }
    }

    /** Retries claims that may have waited for the storage class. */
    private void classChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode storage) {
        if (kind != SimulatedStoredObjectChange.WatchEventType.DELETED) {
            for (var claim : pendingClaims.values()) {
                loop.runAfter(NOTICE, () -> {
                    var found = component.find(types.claims(), claim.namespace(), claim.name());
                    if (found != null && SimulatedStoreJsonCodec.textAt(found, "spec", "storageClassName")
                            .equals(SimulatedStoreJsonCodec.textAt(storage, "metadata", "name"))) {
                        bindClaim(claim.namespace(), claim.name());
                    }
                });
            }
        }
    }

    /** Binds the claims that wait for their pod to be scheduled. */
    private void podChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode pod) {
        var node = SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName");
        if (pendingClaims.isEmpty() || kind == SimulatedStoredObjectChange.WatchEventType.DELETED || node.isEmpty()) {
            return;
        }
        var namespace = SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace");
        for (var mount : VolumeClaimMount.readMounts(pod)) {
            var name = mount.claim();
            var claim = pendingClaims.get(claimKey(namespace, name));
            if (claim != null && claim.node().isEmpty()) {
                pendingClaims.put(claimKey(namespace, name), new UnboundVolumeClaim(namespace, name, node));
                loop.runAfter(PROVISIONING, () -> bindClaim(namespace, name));
            }
        }
    }

    /** Makes a new or released volume available and retries the waiting claims. */
    private void offerVolume(String name) throws SimulatedApiException {
        var volume = component.find(types.volumes(), "", name);
        if (volume != null && isNewlyAvailable(volume)) {
            component.editStatus(types.volumes(), volume, status -> status.put("phase", "Available"));
            for (var claim : pendingClaims.values()) {
                loop.runAfter(NOTICE, () -> bindClaim(claim.namespace(), claim.name()));
            }
        }
    }

    /** Releases the volume of a deleted claim, which is deleted or retained by its policy. */
    private void releaseVolume(ObjectNode claim) throws SimulatedApiException {
        var volume = component.find(types.volumes(), "", SimulatedStoreJsonCodec.textAt(claim, "spec", "volumeName"));
        if (volume == null
                || !SimulatedStoreJsonCodec.textAt(claim, "metadata", "uid")
                        .equals(SimulatedStoreJsonCodec.textAt(volume, "spec", "claimRef", "uid"))) {
            return;
        }
        component.editStatus(types.volumes(), volume, status -> status.put("phase", "Released"));
        if (SimulatedStoreJsonCodec.textAt(volume, "spec", "persistentVolumeReclaimPolicy").equals("Delete")) {
            component.delete(types.volumes(), volume, SimulatedDeleteOptions.USUAL);
        }
    }

    private void bindClaim(String namespace, String name) throws SimulatedApiException {
        var claim = component.find(types.claims(), namespace, name);
        var entry = pendingClaims.get(claimKey(namespace, name));
        if (claim == null || entry == null
                || SimulatedStoreJsonCodec.textAt(claim, "status", "phase").equals("Bound")) {
            return;
        }
        if (!SimulatedStoreJsonCodec.textAt(claim, "spec", "volumeName").isEmpty()) {
            bindNamed(claim);
            return;
        }
        var known = BindableVolumeClaim.fromJson(claim);
        var className = known.properties().storageClass();
        var storage = component.find(types.storageClasses(), "", className);
        boolean delayed = storage != null && StorageClassBinding.fromJson(storage).waitsForConsumer();
        var free = findFreeVolume(known, entry.node(), delayed);
        if (free != null) {
            bind(claim, free);
        } else if (delayed && entry.node().isEmpty()) {
            component.recordEvent(types.claims(), claim, SimulatedEventContent.normalEvent("WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding"));
        } else if (className.isEmpty()) {
            component.recordEvent(types.claims(), claim, SimulatedEventContent.normalEvent("FailedBinding",
                    "no persistent volumes available for this claim and no storage class is set"));
        } else {
            provisionVolume(claim, className, storage);
        }
    }

    /** Binds a claim to the volume that it names, and to no other. */
    private void bindNamed(ObjectNode claim) throws SimulatedApiException {
        var name = SimulatedStoreJsonCodec.textAt(claim, "spec", "volumeName");
        var volume = component.find(types.volumes(), "", name);
        if (volume == null) {
            return;
        }
        var known = BindableVolumeClaim.fromJson(claim);
        var named = BindableVolume.fromJson(volume);
        // A volume that names its claim goes to that one as it is.
        var mismatch = named.isReservedFor(known) ? Optional.<String>empty() : named.mismatchMessage(known);
        if (!named.isOpenTo(known)) {
            component.recordEvent(types.claims(), claim, SimulatedEventContent.warningEvent("FailedBinding",
                    "volume \"%s\" already bound to a different claim.".formatted(name)));
        } else if (mismatch.isPresent()) {
            component.recordEvent(types.claims(), claim, SimulatedEventContent.warningEvent("VolumeMismatch",
                    "Cannot bind to requested volume \"%s\": %s".formatted(name, mismatch.get())));
        } else {
            bind(claim, volume);
        }
    }

    /**
     * Returns the volume for a claim, as the controller chooses it, or the scheduler for a claim that waited for a pod.
     *
     * @param node of that pod; empty for none
     */
    private @Nullable ObjectNode findFreeVolume(BindableVolumeClaim claim, String node, boolean delayed) {
        var place = delayed ? component.find(types.nodes(), "", node) : null;
        // Most are of other claims, which their names tell before they are read.
        var volumes = component.objects().list(types.volumes(), SimulatedListObjectFilter.ofNamespace("")).stream()
                .filter(volume -> mayServe(volume, claim, delayed && place == null)).map(BindableVolume::fromJson)
                .toList();
        var free = place == null ? VolumeMatcher.findAnywhere(claim, volumes, delayed)
                : VolumeMatcher.findOnNode(claim, volumes, node,
                        LabelSelector.readLabels(place.path("metadata").path("labels")), Set.of());
        return free.map(volume -> component.find(types.volumes(), "", volume.name())).orElse(null);
    }

    /** @param reserved whether only a volume that is kept for the claim will do */
    private static boolean mayServe(ObjectNode volume, BindableVolumeClaim claim, boolean reserved) {
        var owner = volume.path("spec").path("claimRef");
        return owner.isObject() ? owner.path("name").asText().equals(claim.ref().name()) : !reserved;
    }

    /** Returns whether a volume is new, or was released and its claim reference cleared. */
    private static boolean isNewlyAvailable(ObjectNode volume) {
        var phase = volume.path("status").path("phase").asText();
        return phase.matches("|Pending") || (phase.equals("Released")
                && SimulatedStoreJsonCodec.textAt(volume, "spec", "claimRef", "uid").isEmpty());
    }

    private void provisionVolume(ObjectNode claim, String className, @Nullable ObjectNode storage)
            throws SimulatedApiException {
        if (storage == null || !StorageClassBinding.fromJson(storage).provisions()) {
            component.recordEvent(types.claims(), claim,
                    SimulatedEventContent.warningEvent("ProvisioningFailed", storage == null
                            ? "storageclass.storage.k8s.io \"" + className + "\" not found"
                            : "no volume plugin matched name: " + StorageClassBinding.NO_PROVISIONER));
            return;
        }
        var volume = "pvc-" + SimulatedStoreJsonCodec.textAt(claim, "metadata", "uid");
        var object = SimulatedStoreJsonCodec.newObject().put("kind", "PersistentVolume").put("apiVersion", "v1");
        object.putObject("metadata").put("name", volume);
        var spec = object.putObject("spec");
        spec.putObject("capacity").put("storage",
                SimulatedStoreJsonCodec.textAt(claim, "spec", "resources", "requests", "storage"));
        spec.set("accessModes", claim.path("spec").path("accessModes").deepCopy());
        reserveFor(spec, claim);
        spec.put("persistentVolumeReclaimPolicy", storage.path("reclaimPolicy").asText("Delete"))
                .put("storageClassName", className)
                .put("volumeMode", claim.path("spec").path("volumeMode").asText("Filesystem"));
        spec.putObject("csi").put("driver", SimulatedStoreJsonCodec.textAt(storage, "provisioner")).put("volumeHandle",
                volume);
        bind(claim, component.create(types.volumes(), object));
        component.recordEvent(types.claims(), claim, SimulatedEventContent.normalEvent("ProvisioningSucceeded",
                "Successfully provisioned volume " + volume));
    }

    /** Reserves a volume for a claim. */
    private static void reserveFor(ObjectNode spec, ObjectNode claim) {
        spec.putObject("claimRef").put("kind", "PersistentVolumeClaim").put("apiVersion", "v1")
                .put("namespace", SimulatedStoreJsonCodec.textAt(claim, "metadata", "namespace"))
                .put("name", SimulatedStoreJsonCodec.textAt(claim, "metadata", "name"))
                .put("uid", SimulatedStoreJsonCodec.textAt(claim, "metadata", "uid"));
    }

    private void bind(ObjectNode claim, ObjectNode volume) throws SimulatedApiException {
        component.edit(types.volumes(), volume,
                draft -> reserveFor(SimulatedStoreJsonCodec.childObject(draft, "spec"), claim));
        component.editStatus(types.volumes(), volume, status -> status.put("phase", "Bound"));
        component.edit(types.claims(), claim, draft -> {
            SimulatedStoreJsonCodec.childObject(draft, "spec").put("volumeName",
                    SimulatedStoreJsonCodec.textAt(volume, "metadata", "name"));
            SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(draft, "metadata"), "annotations")
                    .put(
                            "pv.kubernetes.io/bind-completed",
                            "yes");
        });
        component.editStatus(types.claims(), claim, status -> {
            status.put("phase", "Bound").set("accessModes", volume.path("spec").path("accessModes").deepCopy());
            status.putObject("capacity").put("storage",
                    SimulatedStoreJsonCodec.textAt(volume, "spec", "capacity", "storage"));
        });
    }

    private static String claimKey(String namespace, String name) {
        return namespace + "/" + name;
    }

    /** Protection of claims and volumes: deleted ones are finalized once nothing uses them. */
    private static final class SimulatedVolumeProtectionController {

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
                    for (var mount : VolumeClaimMount.readMounts(pod)) {
                        scheduleClaim(SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"), mount.claim());
                    }
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
}
