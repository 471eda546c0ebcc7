package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.labels.LabelSelector;
import tessera.kube.scheduling.BindableVolume;
import tessera.kube.scheduling.BindableVolumeClaim;
import tessera.kube.scheduling.StorageClassBinding;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.kube.scheduling.VolumeMatcher;

/** Binder of claims to volumes: to the named one, to a free one, or to one that the storage class provisions. */
public final class SimulatedVolumeBinder extends SimulatedController {

    private static final String CLAIM_PROTECTION = "kubernetes.io/pvc-protection";
    private static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";
    private static final Duration PROVISIONING = Duration.ofMillis(1500);
    private static final Duration NOTICE = Duration.ofMillis(300);

    /** Claims without a volume, by namespace and name. */
    private final Map<String, UnboundVolumeClaim> pendingClaims = new HashMap<>();

    /** @param node of a pod that waits for the claim; empty for none */
    private record UnboundVolumeClaim(String namespace, String name, String node) {}

    public SimulatedVolumeBinder(SimulatedControllerContext context) {
        super(context, "kube-controller-manager", "persistentvolume-controller");
        loop.follow(types.claims(), this::claimChanged);
        loop.follow(types.volumes(), this::volumeChanged);
        loop.follow(types.pods(), this::podChanged);
        loop.follow(types.storageClasses(), this::classChanged);
        protectClaimsAndVolumes();
    }

    private void claimChanged(WatchEventType kind, ObjectNode claim) {
        var namespace = SimulatedMetadata.namespaceOf(claim);
        var name = SimulatedMetadata.nameOf(claim);
        if (kind == WatchEventType.DELETED || claim.path("status").path("phase").asText("").equals("Bound")) {
            pendingClaims.remove(claimKey(namespace, name));
        } else if (pendingClaims.putIfAbsent(claimKey(namespace, name),
                new UnboundVolumeClaim(namespace, name, "")) == null) {
            loop.runAfter(PROVISIONING, () -> bindClaim(namespace, name));
        }
        if (kind == WatchEventType.DELETED) {
            loop.runAfter(NOTICE, () -> releaseVolume(claim));
        }
    }

    private void volumeChanged(WatchEventType kind, ObjectNode volume) {
        if (kind != WatchEventType.DELETED && isNewlyAvailable(volume)) {
            loop.runAfter(NOTICE, () -> offerVolume(SimulatedMetadata.nameOf(volume)));
        }
    }

    /** Retries claims that may have waited for the storage class. */
    private void classChanged(WatchEventType kind, ObjectNode storage) {
        if (kind != WatchEventType.DELETED) {
            for (var claim : pendingClaims.values()) {
                loop.runAfter(NOTICE, () -> {
                    var found = component.find(types.claims(), claim.namespace(), claim.name());
                    if (found != null && found.path("spec").path("storageClassName").asText("")
                            .equals(SimulatedMetadata.nameOf(storage))) {
                        bindClaim(claim.namespace(), claim.name());
                    }
                });
            }
        }
    }

    /** Binds the claims that wait for their pod to be scheduled. */
    private void podChanged(WatchEventType kind, ObjectNode pod) {
        var node = pod.path("spec").path("nodeName").asText("");
        if (pendingClaims.isEmpty() || kind == WatchEventType.DELETED || node.isEmpty()) {
            return;
        }
        var namespace = SimulatedMetadata.namespaceOf(pod);
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
        var volume = component.find(types.volumes(), "", claim.path("spec").path("volumeName").asText(""));
        if (volume == null || !SimulatedMetadata.uidOf(claim)
                .equals(volume.path("spec").path("claimRef").path("uid").asText(""))) {
            return;
        }
        component.editStatus(types.volumes(), volume, status -> status.put("phase", "Released"));
        if (volume.path("spec").path("persistentVolumeReclaimPolicy").asText("").equals("Delete")) {
            component.delete(types.volumes(), volume);
        }
    }

    private void bindClaim(String namespace, String name) throws SimulatedApiException {
        var claim = component.find(types.claims(), namespace, name);
        var entry = pendingClaims.get(claimKey(namespace, name));
        if (claim == null || entry == null || claim.path("status").path("phase").asText("").equals("Bound")) {
            return;
        }
        if (!claim.path("spec").path("volumeName").asText("").isEmpty()) {
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
            component.recordEvent(types.claims(), claim, SimulatedEvent.normal("WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding"));
        } else if (className.isEmpty()) {
            component.recordEvent(types.claims(), claim, SimulatedEvent.normal("FailedBinding",
                    "no persistent volumes available for this claim and no storage class is set"));
        } else {
            provisionVolume(claim, className, storage);
        }
    }

    private void bindNamed(ObjectNode claim) throws SimulatedApiException {
        var name = claim.path("spec").path("volumeName").asText("");
        var volume = component.find(types.volumes(), "", name);
        if (volume == null) {
            return;
        }
        var known = BindableVolumeClaim.fromJson(claim);
        var named = BindableVolume.fromJson(volume);
        // A volume that names its claim goes to that one as it is.
        var mismatch = named.isReservedFor(known) ? Optional.<String>empty() : named.mismatchMessage(known);
        if (!named.isOpenTo(known)) {
            component.recordEvent(types.claims(), claim, SimulatedEvent.warning("FailedBinding",
                    "volume \"%s\" already bound to a different claim.".formatted(name)));
        } else if (mismatch.isPresent()) {
            component.recordEvent(types.claims(), claim, SimulatedEvent.warning("VolumeMismatch",
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
        return phase.matches("|Pending")
                || (phase.equals("Released") && volume.path("spec").path("claimRef").path("uid").asText("").isEmpty());
    }

    private void provisionVolume(ObjectNode claim, String className, @Nullable ObjectNode storage)
            throws SimulatedApiException {
        if (storage == null || !StorageClassBinding.fromJson(storage).provisions()) {
            component.recordEvent(types.claims(), claim,
                    SimulatedEvent.warning("ProvisioningFailed",
                            storage == null ? "storageclass.storage.k8s.io \"" + className + "\" not found"
                                    : "no volume plugin matched name: " + StorageClassBinding.NO_PROVISIONER));
            return;
        }
        var volume = "pvc-" + SimulatedMetadata.uidOf(claim);
        var object = SimulatedMetadata.newObject("v1", "PersistentVolume", "", volume);
        var spec = object.putObject("spec");
        spec.putObject("capacity").put("storage",
                claim.path("spec").path("resources").path("requests").path("storage").asText(""));
        spec.set("accessModes", claim.path("spec").path("accessModes").deepCopy());
        reserveFor(spec, claim);
        spec.put("persistentVolumeReclaimPolicy", storage.path("reclaimPolicy").asText("Delete"))
                .put("storageClassName", className)
                .put("volumeMode", claim.path("spec").path("volumeMode").asText("Filesystem"));
        spec.putObject("csi").put("driver", storage.path("provisioner").asText("")).put("volumeHandle", volume);
        bind(claim, component.create(types.volumes(), object));
        component.recordEvent(types.claims(), claim,
                SimulatedEvent.normal("ProvisioningSucceeded", "Successfully provisioned volume " + volume));
    }

    private static void reserveFor(ObjectNode spec, ObjectNode claim) {
        spec.putObject("claimRef").put("kind", "PersistentVolumeClaim").put("apiVersion", "v1")
                .put("namespace", SimulatedMetadata.namespaceOf(claim)).put("name", SimulatedMetadata.nameOf(claim))
                .put("uid", SimulatedMetadata.uidOf(claim));
    }

    private void bind(ObjectNode claim, ObjectNode volume) throws SimulatedApiException {
        component.edit(types.volumes(), volume, draft -> reserveFor(draft.withObjectProperty("spec"), claim));
        component.editStatus(types.volumes(), volume, status -> status.put("phase", "Bound"));
        component.edit(types.claims(), claim, draft -> {
            draft.withObjectProperty("spec").put("volumeName", SimulatedMetadata.nameOf(volume));
            SimulatedMetadata.annotationsOf(draft).put("pv.kubernetes.io/bind-completed", "yes");
        });
        component.editStatus(types.claims(), claim, status -> {
            status.put("phase", "Bound").set("accessModes", volume.path("spec").path("accessModes").deepCopy());
            status.putObject("capacity").put("storage",
                    volume.path("spec").path("capacity").path("storage").asText(""));
        });
    }

    private static String claimKey(String namespace, String name) {
        return namespace + "/" + name;
    }

    /** Protects claims and volumes: deleted ones are finalized once nothing uses them. */
    private void protectClaimsAndVolumes() {
        loop.follow(types.claims(), (kind, claim) -> {
            if (kind != WatchEventType.DELETED && SimulatedMetadata.isDeleting(claim)) {
                scheduleClaim(SimulatedMetadata.namespaceOf(claim), SimulatedMetadata.nameOf(claim));
            }
        });
        loop.follow(types.volumes(), (kind, volume) -> {
            if (kind != WatchEventType.DELETED && SimulatedMetadata.isDeleting(volume)
                    && !volume.path("status").path("phase").asText("").equals("Bound")) {
                loop.schedule(List.of(VOLUME_PROTECTION, SimulatedMetadata.nameOf(volume)),
                        () -> component.edit(types.volumes(), volume,
                                draft -> SimulatedMetadata.removeFinalizer(draft, VOLUME_PROTECTION)));
            }
        });
        loop.follow(types.pods(), (kind, pod) -> {
            if (kind == WatchEventType.DELETED) {
                for (var mount : VolumeClaimMount.readMounts(pod)) {
                    scheduleClaim(SimulatedMetadata.namespaceOf(pod), mount.claim());
                }
            }
        });
    }

    private void scheduleClaim(String namespace, String name) {
        if (!name.isEmpty()) {
            loop.schedule(List.of(CLAIM_PROTECTION, namespace, name), () -> {
                var claim = component.find(types.claims(), namespace, name);
                if (claim != null && SimulatedMetadata.isDeleting(claim) && !isInUse(namespace, name)) {
                    component.edit(types.claims(), claim,
                            draft -> SimulatedMetadata.removeFinalizer(draft, CLAIM_PROTECTION));
                }
            });
        }
    }

    /** Returns whether a scheduled pod mounts the claim; unscheduled pods do not start with a deleted claim. */
    private boolean isInUse(String namespace, String name) {
        return component.objects().list(types.pods(), SimulatedListObjectFilter.ofNamespace(namespace)).stream()
                .filter(pod -> !pod.path("spec").path("nodeName").asText("").isEmpty())
                .flatMap(pod -> VolumeClaimMount.readMounts(pod).stream())
                .anyMatch(mount -> mount.claim().equals(name));
    }
}
